import type { AttendanceVisibility } from '#features/people/attendance-visibility.ts'

/** The order in which a member sees the attendees: those they follow, those they share conferences with, everyone else. */
export const attendeeGroups = ['followed', 'met', 'other'] as const
export type AttendeeGroup = (typeof attendeeGroups)[number]

export const visibilityLabels: Record<AttendanceVisibility, { label: string; hint: string }> = {
  public: { label: 'With my name', hint: "Everyone can see you're going." },
  members: { label: 'Members only', hint: 'Visitors see only how many.' },
  unlisted: {
    label: 'Unlisted',
    hint: 'You count as one person; your name appears nowhere.',
  },
}

/** 'A', 'A and B', 'A, B and 3 more' */
export function namesAnd(names: string[], more: number): string {
  const parts = more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

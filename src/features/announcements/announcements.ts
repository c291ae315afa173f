/** Whom an owner writes to. */
export const audiences = ['attendees', 'savers'] as const
export type Audience = (typeof audiences)[number]

export const audienceLabels: Record<Audience, string> = {
  attendees: 'Everyone who attends',
  savers: 'Everyone who saved a talk',
}

/** Who sees that somebody attends an event: everybody, members, or nobody. */
export const attendanceVisibilities = ['public', 'members', 'unlisted'] as const
export type AttendanceVisibility = (typeof attendanceVisibilities)[number]

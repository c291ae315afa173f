export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** What a person has who never chose: Monday, eight o'clock. */
export const usualDigest = { weekday: 1, hour: 8 }

/** '08:00' */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

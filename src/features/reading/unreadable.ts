/** A file that cannot be read, with the sentence that says what was expected, and where. */
export const unreadable = (message: string) => Object.assign(new Error(message), { code: 'UNREADABLE' })

export const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'UNREADABLE'

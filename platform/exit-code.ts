/** The code travels with an error from the thread of the embedded database, which a class would not. */
const configurationCode = 'EX_CONFIG'

/** What goes wrong at each start until the operator changes a setting, or a right in the database: no reason to try again. */
export const configurationError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: configurationCode })

/** The exit code of what failed: 78 (EX_CONFIG of sysexits.h), which deploy/hallway.service does not try again, else 1. */
export const exitCodeOf = (error: unknown): number =>
  (error as { code?: unknown } | undefined)?.code === configurationCode ? 78 : 1

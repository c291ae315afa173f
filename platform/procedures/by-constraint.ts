import { constraintOf } from '#platform/database/db.ts'

/** For `.catch`: throws the declared error of the constraint that refused a write, else what was thrown. */
export const byConstraint =
  (errors: Record<string, () => Error>) =>
  (error: unknown): never => {
    throw errors[constraintOf(error) ?? '']?.() ?? error
  }

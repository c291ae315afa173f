import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { idOfToken, tokenOf } from './secret-addresses.server.ts'
import type { SharedPlan } from './shared-plans.schemas.ts'

type Sign = Context['sign']
type Plan = Pick<SharedPlan, 'name' | 'event'> & { user_id: string }

/** The secret path of a plan's page; with .ics its calendar. */
export const planPath = (id: string, sign: Sign) => `/plans/${tokenOf('plan', id, sign)}`

/** The plan that a token opens, of a person and an event that are not hidden. */
export async function findPlan(db: Database, token: string, sign: Sign): Promise<Plan | undefined> {
  const id = idOfToken('plan', token, sign)
  if (!id) return
  const [plan] = await rows<Plan>(db)`
    select user_id, full_name as name, (
        select to_json(card) from (
          select events.id, events.name, slug, start_date, end_date, location_name, country_name, status, first_start_date, first_end_date,
            time_zone
        ) as card
      ) as event
    from shared_plans join profiles on profiles.id = user_id join events on events.id = event_id
    where shared_plans.id = ${id}::uuid`
  return plan
}

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { differences, readWorld } from '#tests/support/undo-oracle.ts'
import { ask, type Engine, openSite } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const talkCount = 300
const day = '2031-03-01'

/** A conference with its programme is deleted, two speakers become one: each is one change set of hundreds of rows. */
type Change = { apply: [path: string, body: object, method: string]; setId?: number }

/** kill -9 of the process that changes and undoes, in the middle: after the restart the whole change set is there, or nothing. */
export async function killsDuringChanges(engine: Engine, rounds: number): Promise<Result> {
  const changes: Change[] = []
  const site = await openSite(engine, {
    people: [{ isAdmin: true }],
    prepare: async ({ db }) => {
      const [deleted, other] = [
        await makeEvent(db, { start_date: day }),
        await makeEvent(db, { start_date: day }),
      ]
      const speakers = await makeSpeakers(db, [{ name: 'One Speaker' }, { name: 'Same Speaker' }])
      for (const event of [deleted, other])
        await makeTalks(
          db,
          Array.from({ length: talkCount }, (_, n) => ({
            event,
            title: `Talk ${n}`,
            speakers: event === other ? [speakers[n % 2]!] : [],
          })),
        )
      const [one, same] = speakers
      changes.push({ apply: [`/api/v1/events/${deleted.id}`, {}, 'DELETE'] })
      changes.push({ apply: [`/api/v1/speakers/${one!.id}/merge`, { other_id: same!.id }, 'POST'] })
    },
  })
  const [admin] = site.people
  const read = () =>
    site.inspect(async ({ db }) => {
      const [log] = await rows<{ sets: number; newest: number; orphans: number }>(
        db,
        sql`
          select count(*)::integer as sets, max(id)::float8 as newest,
            (select count(*)::integer from changed_rows where set_id not in (select id from change_sets)) as orphans
          from change_sets where exists (select from changed_rows where set_id = change_sets.id)`,
      )
      const world = await readWorld(db)
      // A merge that is made again has a later moment.
      for (const address of world.get('old_addresses')!.values()) delete address.created_at
      return { ...log!, world }
    })
  const send = ({ apply: [path, body, method], setId }: Change) =>
    setId === undefined
      ? ask(site.urls[0]!, admin!, path, body, method)
      : ask(site.urls[0]!, admin!, `/api/v1/changes/${setId}/undo`, {})

  await site.end('SIGTERM')
  let state = await read()
  /** By which changes hold: what the tables must be. */
  const worlds = new Map([['', state.world]])
  const nameOf = (toggled?: Change) =>
    changes.flatMap((change, n) => ((change.setId !== undefined) !== (change === toggled) ? [n] : [])).join()
  const times: number[] = []
  const wrong: string[] = []
  let interrupted = 0
  let isWhole = 0
  // The first four are not cut off: they say what a whole change is, and how long it takes.
  for (let round = 0; round < rounds + 4; round++) {
    const change = changes[round % 2]!
    const isTrial = round >= 4
    await site.start()
    const begun = performance.now()
    const answer = send(change).then(
      ({ status }) => status,
      () => undefined,
    )
    if (isTrial) {
      await pause(Math.random() * percentile(times, 0.5) * 2)
      await site.end('SIGKILL')
    }
    const status = await answer
    if (isTrial && status === undefined) interrupted++
    if (!isTrial) {
      times.push(performance.now() - begun)
      await site.end('SIGTERM')
      if (status !== 200 && status !== 204) throw new Error(`A change was answered with ${status}`)
    }
    // PostgreSQL still ends what it was asked.
    if (engine === 'postgres') await pause(500)
    const next = await read()
    const isDone = next.sets > state.sets
    const name = isDone ? nameOf(change) : nameOf()
    if (!isTrial && !worlds.has(name)) worlds.set(name, next.world)
    const halves = differences(worlds.get(name)!, next.world)
    if (halves.length > 0) wrong.push(`${round}: half of a change (${halves.length}): ${halves[0]}`)
    if (next.orphans > 0 || next.sets - state.sets > 1) wrong.push(`${round}: the log is torn`)
    if (status !== undefined && !isDone) wrong.push(`${round}: an answered change is lost`)
    if (isDone) change.setId = change.setId === undefined ? next.newest : undefined
    isWhole += Number(isTrial && isDone)
    state = next
  }
  await site.remove()
  return {
    what: `kill -9 during changes and undos, ${engine}`,
    tried: `${rounds} kills, ${interrupted} before the answer, ${isWhole} sets were whole by then`,
    held: wrong.length === 0 ? 'each set whole or not at all' : wrong.join('; '),
    figure: `a change ${ms(percentile(times, 0.5))}`,
    isHeld: wrong.length === 0 && interrupted > 0,
  }
}

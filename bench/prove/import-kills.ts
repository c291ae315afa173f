import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { ask, type Engine, openSite, type Site, stopProcess } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const talkCount = 400
const day = '2031-03-01'

/** A programme in which every talk begins at that hour, so that each round moves all of them. */
const table = (hour: number) =>
  [
    'key,title,date,start,room,speakers',
    ...Array.from({ length: talkCount }, (_, n) => `${n},Talk ${n},${day},${hour}:00,Hall,Person Number${n}`),
  ].join('\n')

const command = (site: Site, ...words: string[]): ChildProcess =>
  spawn(process.execPath, ['dist/host/cli.js', 'programme', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...site.env },
  })

/** The last line of what a command prints, as JSON. */
async function answerOf(child: ChildProcess) {
  let printed = ''
  child.stdout!.on('data', (part) => {
    printed += part
  })
  await new Promise((exit) => child.once('exit', exit))
  return JSON.parse(printed.trim().split('\n').at(-1) || '{}') as Partial<Record<string, number>>
}

/** kill -9 of the command, and of the site, while it brings in a programme: the next run finishes it, and nothing is there twice. */
export async function killsDuringImport(
  engine: Engine,
  rounds: number,
  kinds: ('command' | 'site' | 'push')[] = ['command', 'site'],
): Promise<Result> {
  let event = { id: '', slug: '' }
  const site = await openSite(engine, {
    people: [{ isAdmin: true }, {}],
    prepare: async ({ db }) => {
      event = await makeEvent(db, { start_date: day, end_date: day })
    },
  })
  const [admin, fan] = site.people
  const file = path.join(site.folder, 'programme.csv')
  const start = () => command(site, 'import', event.slug, file, '--json')
  const read = <Row>(statement: SQL) => site.inspect(({ db }) => rows<Row>(db, statement))

  async function killCommand(moment: number) {
    const child = start()
    await pause(moment)
    await stopProcess(child, 'SIGKILL')
  }
  /** Of the site, in an import that a browser began. */
  async function killSite(moment: number, content: string) {
    await site.start()
    const body = new FormData()
    body.set('files[]', new File([content], 'programme.csv'))
    const url = `${site.urls[0]}/api/v1`
    const headers = { cookie: admin!.cookie }
    const preview = await fetch(`${url}/events/${event.id}/syncs`, { method: 'POST', headers, body })
    const { id } = (await preview.json()) as { id: string }
    const choices = { take: [], people: [], is_quiet: false }
    const answer = await ask(site.urls[0]!, admin!, `/api/v1/syncs/${id}/apply`, choices)
    if (answer.status !== 202) throw new Error(`The import did not begin: ${answer.status}`)
    await pause(moment)
    await site.end('SIGKILL')
  }

  /** Of the site, while a program sends the programme. */
  async function killPush(moment: number, content: string) {
    await site.start()
    const headers = { authorization: `Bearer ${token}` }
    const url = `${site.urls[0]}/api/v1/events/${event.id}/programme`
    const answer = fetch(url, { method: 'PUT', headers, body: content }).catch(() => undefined)
    await pause(moment)
    await site.end('SIGKILL')
    await answer
  }

  await site.end('SIGTERM')
  await writeFile(file, table(9))
  await answerOf(start())
  const token = `hw_${'x'.repeat(43)}`
  await read(sql`update all_events set created_by = ${admin!.id}::uuid where id = ${event.id}::uuid`)
  await read(sql`
    insert into access_tokens (user_id, name, hash, scope, event_id, expires_at)
    values (${admin!.id}::uuid, 'Proof', sha256(convert_to(${token}::text, 'UTF8')), 'programme', ${event.id}::uuid, now() + interval '1 day')`)
  await read(sql`
    insert into user_saved_talks (user_id, talk_id, event_id)
    select ${fan!.id}::uuid, id, event_id from talks where event_id = ${event.id}::uuid and source_key = '0'`)
  const wrong: string[] = []
  const finishes: number[] = []
  let interrupted = 0
  for (let round = 1; round <= rounds * kinds.length; round++) {
    const kind = kinds[round % kinds.length]!
    const content = table(10 + (round % 12))
    await writeFile(file, content)
    // The command starts and reads the file before it writes.
    if (kind === 'command') await killCommand((engine === 'embedded' ? 2000 : 900) + Math.random() * 1500)
    else if (kind === 'site') await killSite(Math.random() * 600, content)
    else await killPush(300 + Math.random() * 1500, content)
    const [remaining] = await read<{ n: number }>(
      sql`select count(*)::integer as n from programme_syncs where status = 'applying'`,
    )
    interrupted += remaining!.n
    const begun = performance.now()
    await answerOf(start())
    finishes.push(performance.now() - begun)
    const [state] = await read<Record<string, number>>(sql`
      select count(*)::integer as talks, count(distinct source_key)::integer as keys,
        count(*) filter (where start_time = ${`${10 + (round % 12)}:00`}::time)::integer as moved,
        (select count(*)::integer from talk_speakers join talks on talks.id = talk_id where talks.event_id = ${event.id}::uuid) as cast_rows,
        (select count(*)::integer from speakers) as speakers,
        (select count(*)::integer from programme_syncs where status = 'applying') as applying,
        (select count(*)::integer from notifications where user_id = ${fan!.id}::uuid) as messages,
        (
          select count(*)::integer from notifications
          where user_id = ${fan!.id}::uuid and message like ${`%${10 + (round % 12)}:00%`}
        ) as current_messages
      from talks where event_id = ${event.id}::uuid`)
    const expected = {
      talks: talkCount,
      keys: talkCount,
      moved: talkCount,
      cast_rows: talkCount,
      speakers: talkCount,
      applying: 0,
      // One message about all changes of some minutes, with the last place.
      messages: 1,
      current_messages: 1,
    }
    for (const [name, value] of Object.entries(expected))
      if (state![name] !== value) wrong.push(`${kind} ${round}: ${name} ${state![name]} and not ${value}`)
  }
  await site.remove()
  return {
    what: `kill -9 during an import, ${engine}`,
    tried: `${rounds * kinds.length} kills (${kinds.join(', ')}), ${interrupted} in the middle, ${talkCount} talks each`,
    held: wrong.length === 0 ? 'all finished, nothing twice, told once' : wrong.join('; '),
    figure: `next run ${ms(percentile(finishes, 0.5))}`,
    isHeld: wrong.length === 0 && interrupted > 0,
  }
}

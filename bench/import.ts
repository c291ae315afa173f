import { setTimeout as pause } from 'node:timers/promises'
import type { SyncDetail } from '#features/programme-import/syncs/programme-syncs.schemas.ts'
import { escapeXml } from '#lib/text.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { ms, percentile } from './prove/result.ts'
import { firstNames, lastNames, nouns, wordsOfTalks } from './statements/words.ts'
import type { Figure } from './support/parts.ts'
import { ask, type Engine, openSite } from './support/site.ts'

// A programme of FOSDEM's size comes in through the running site while it is read and written. See bench/README.md.

const days = ['2031-02-01', '2031-02-02']
const [talkCount, personCount, roomCount, trackCount] = [883, 930, 60, 65]
const startsOfDay = 18
const aims = { preview: 1500, import: 3000, longest: 150 }
const everyMs = 33

const at = <Item>(list: Item[], n: number) => list[n % list.length]!
const sentence = (seed: number, length: number) =>
  Array.from({ length }, (_, n) => at(wordsOfTalks, seed * 7 + n * (1 + (seed % 5)))).join(' ')
const nameOf = (n: number, edition: number) =>
  `${at(firstNames, n)} ${at(lastNames, n * 3 + Math.floor(n / firstNames.length))} ${String.fromCharCode(65 + (n % 26))}. of ${edition}`

const written = ['all_talks', 'all_tracks', 'all_breaks', 'all_speakers', 'all_talk_links', 'talk_speakers']
  .map((table) => `select concat('${table}', xmin, ctid) as mark from ${table}`)
  .join(' union all ')

/** frab XML as FOSDEM's: abstracts in HTML, links that are the same on every talk and links that are not. */
function programme(edition: number): string {
  const talk = (n: number) => {
    const minutes = 9 * 60 + (Math.floor(n / roomCount) % startsOfDay) * 30
    const start = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const paragraphs = Array.from(
      { length: 1 + (n % 5) },
      (_, part) =>
        `<p>${sentence(n + part, 45)}, see <a href="https://example.com/${n}/${part}">${at(nouns, n)}</a>.</p>`,
    )
    const people = Array.from({ length: 1 + Number(n % 5 === 0) }, (_, part) => (n + part * 47) % personCount)
    const page = `https://pretalx.example/talk/${n}`
    return [
      `<event guid="${String(n).padStart(8, '0')}-c87c-5601-8801-99c9485855ef" id="${n + 1}">`,
      `<start>${start}</start><duration>00:25</duration><url>${page}/</url>`,
      `<title>${sentence(n, 5)} ${at(nouns, n)} ${n}</title><track>${at(nouns, n % trackCount)} ${n % trackCount}</track>`,
      `<type>devroom</type><language>en</language><abstract>${escapeXml(paragraphs.join('\n'))}</abstract>`,
      `<persons>${people.map((id) => `<person id="${id}">${nameOf(id, edition)}</person>`).join('')}</persons><links>`,
      `<link href="https://chat.example/${n % trackCount}">Chat room(web)</link>`,
      `<link href="https://matrix.example/${n % trackCount}">Chat room(app)</link>`,
      `<link href="${page}/feedback/">Submit Feedback</link>`,
      ...(n % 3 === 0 ? [`<link href="https://example.com/slides/${n}.pdf">Slides</link>`] : []),
      ...(n % 7 === 0 ? [`<link href="https://code.example/${n}">Code</link>`] : []),
      '</links></event>',
    ].join('\n')
  }
  const all = Array.from({ length: talkCount }, (_, n) => n)
  const dayOf = (n: number) => days[Math.floor(n / (talkCount / days.length))]!
  return [
    '<?xml version="1.0" encoding="UTF-8"?><schedule><conference><title>Large</title>',
    '<time_zone_name>Europe/Brussels</time_zone_name></conference>',
    ...days.flatMap((day, index) => [
      `<day index="${index + 1}" date="${day}">`,
      ...Array.from({ length: roomCount }, (_, room) => [
        `<room name="Room ${room + 1}">`,
        ...all.filter((n) => dayOf(n) === day && n % roomCount === room).map(talk),
        '</room>',
      ]).flat(),
      '</day>',
    ]),
    '</schedule>',
  ].join('\n')
}

/** Sends one of the requests every 33 ms, in turn and on time, until it is stopped; the times are from when it was due to its answer. */
function keepAsking(requests: Record<string, () => Promise<Response>>) {
  const names = Object.keys(requests)
  const times = new Map(names.map((name) => [name, [] as number[]]))
  const send = async (name: string, due: number) => {
    const answer = await requests[name]!()
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    times.get(name)!.push(performance.now() - due)
  }
  let isStopped = false
  const asking = (async () => {
    const sent: Promise<void>[] = []
    for (let n = 0, due = performance.now(); !isStopped; n++, due += everyMs) {
      await pause(Math.max(0, due - performance.now()))
      sent.push(send(at(names, n), due))
    }
    await Promise.all(sent)
  })()
  return async () => {
    isStopped = true
    await asking
    return times
  }
}

/** How long the site's readers and writers wait while the programme comes in, and how long that takes. */
export async function importOfProgramme(engine: Engine): Promise<Figure[]> {
  const programmes = [programme(0), programme(1)]
  const conferences: { id: string }[] = []
  let other = { id: '', slug: '' }
  let talk = { id: '' }
  const site = await openSite(engine, {
    people: [{ isAdmin: true }, {}],
    prepare: async ({ db }) => {
      for (let n = 0; n < programmes.length; n++)
        conferences.push(await makeEvent(db, { start_date: days[0], end_date: days[1] }))
      other = await makeEvent(db)
      const talks = await makeTalks(
        db,
        Array.from({ length: 50 }, (_, n) => ({
          event: { id: other.id, start_date: days[0]! },
          description: sentence(n, 120),
        })),
      )
      talk = talks[0]!
    },
  })
  try {
    const [url = ''] = site.urls
    const [admin, member] = site.people
    const api = `${url}/api/v1`
    const requests = {
      home: () => ask(url, null, '/'),
      'a conference, rendered anew': () => ask(url, member!, `/conferences/${other.slug}`),
      'a saved talk': () => ask(url, member!, `/api/v1/events/${other.id}/saved-talks/${talk.id}`, {}, 'PUT'),
    }
    const preview = async (edition: number) => {
      const body = new FormData()
      body.set('files[]', new File([programmes[edition]!], 'schedule.xml'))
      const started = performance.now()
      const answer = await fetch(`${api}/events/${conferences[edition]!.id}/syncs`, {
        method: 'POST',
        headers: { cookie: admin!.cookie },
        body,
      })
      if (answer.status !== 201)
        throw new Error(`The preview failed: ${answer.status} ${await answer.text()}`)
      const { id } = (await answer.json()) as { id: string }
      return { id, took: performance.now() - started }
    }
    const read = async (id: string) =>
      (await (await ask(url, admin!, `/api/v1/syncs/${id}`)).json()) as SyncDetail
    const apply = async (id: string) => {
      const started = performance.now()
      const choices = { take: [], people: [], is_quiet: true }
      const answer = await ask(url, admin!, `/api/v1/syncs/${id}/apply`, choices)
      if (answer.status !== 202) throw new Error(`The import did not begin: ${answer.status}`)
      for (;;) {
        const sync = await read(id)
        if (sync.status === 'done') return performance.now() - started
        if (sync.status !== 'applying') throw new Error(`The import ended as ${sync.status}`)
        await pause(200)
      }
    }
    /** Changes with every row of the programme that is written, also with what it was. */
    const digestOfRows = async () => {
      await site.end('SIGTERM')
      const [row] = await site.inspect(({ execute }) =>
        execute(`select md5(string_agg(mark, ',' order by mark)) as digest from (${written}) as rows`),
      )
      await site.start()
      return row?.digest
    }
    const askFor = async (work: () => Promise<unknown>) => {
      const stop = keepAsking(requests)
      await work()
      return stop()
    }

    const first = await preview(0)
    const importMs = await apply(first.id)
    const digest = await digestOfRows()
    const second = await preview(0)
    const secondMs = second.took + (await apply(second.id))
    const isUnchanged = digest === (await digestOfRows())

    // First until the code is compiled.
    await askFor(() => pause(2000))
    const before = await askFor(() => pause(2000))
    let id = ''
    const whilePreviewing = await askFor(async () => {
      id = (await preview(1)).id
    })
    let amongRequestsMs = 0
    const whileImporting = await askFor(async () => {
      amongRequestsMs = await apply(id)
    })
    const all = [...whilePreviewing.values(), ...whileImporting.values()].flat()
    const longest = Math.max(...all)
    const waits = (times: Map<string, number[]>) =>
      [...times]
        .map(([name, list]) => `${name} ${ms(percentile(list, 0.99))}, longest ${ms(Math.max(...list))}`)
        .join('; ')
    console.error(
      `before: ${waits(before)}\nduring the preview: ${waits(whilePreviewing)}\nduring the import: ${waits(whileImporting)}`,
    )
    return [
      {
        what: `preview of ${talkCount} talks, ${engine}`,
        figure: ms(first.took),
        aim: `${aims.preview} ms`,
        isHeld: first.took <= aims.preview,
      },
      {
        what: `bringing them in; among requests, ${engine}`,
        figure: `${ms(importMs)}; ${ms(amongRequestsMs)}`,
        aim: `${aims.import} ms`,
        isHeld: Math.max(importMs, amongRequestsMs) <= aims.import,
      },
      {
        what: `the same file once more, ${engine}`,
        figure: `${ms(secondMs)}, ${isUnchanged ? 'no row' : 'rows'} written`,
        aim: 'no row written',
        isHeld: isUnchanged,
      },
      {
        what: `requests meanwhile, ${engine}`,
        figure: `longest ${ms(longest)}, 99th percentile ${ms(percentile(all, 0.99))} of ${all.length}`,
        aim: `${aims.longest} ms`,
        isHeld: longest <= aims.longest,
      },
    ]
  } finally {
    await site.remove()
  }
}

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { searchWords } from '#lib/text.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'

// Among so many events each way of searching is taken: the nearest rows, the index.

const context = useStore()
const today = '2026-11-20'
type Listed = { name: string; start_date: string; id: string }
const all: Listed[] = []

beforeAll(async () => {
  // Ten a day over two and a half years; each tells its year but every fifth, and a few newer ones look back on 2024.
  await context.store.db.execute(sql`
    insert into events (name, slug, start_date, end_date, location_name, country_name)
    select
      case when n % 5 = 0 then 'Plain ' || n when n % 301 = 0 then 'Back to 2024, ' || n
        else 'Conf ' || n || ' ' || extract(year from day) end || case when n % 97 = 0 then ' marmalade' else '' end,
      'conf-' || n, day, day, 'Riga', 'Latvia'
    from generate_series(1, 9000) as n, lateral (select '2026-11-01'::date - n / 10 as day) as days`)
  await context.store.db.execute(sql`analyze events`)
  const api = callAs(context.store, null, today)
  let after: string | undefined
  do {
    const page = await api.events.list({ when: 'past', after })
    all.push(...page.events)
    after = page.next ?? undefined
  } while (after)
})

test('every past event stands once in the directory, newest first', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(9000)
  const keys = all.map(({ start_date, id }) => `${start_date} ${id}`)
  expect(keys).toEqual([...keys].sort().reverse())
})

/** 0 where each word is a word of the name or the year, 1 where it begins one, 2 where it is inside of one. */
const rankOf = ({ name, start_date }: Listed, search: string) =>
  Math.max(
    ...searchWords(search).map((word) => {
      if (new RegExp(`\\b${word}\\b`, 'i').test(name) || start_date.slice(0, 4) === word) return 0
      return new RegExp(`\\b${word}`, 'i').test(name) ? 1 : 2
    }),
  )

test.each([
  '2024',
  'conf 2025',
  '2026',
  'marmalade',
  'plain',
  'back to',
  'conf 8999',
  '2024, 3',
  '2025 conf',
  'n',
  'ai',
  '7 marmalade 2024',
  'nothing at all',
])(
  'a search for %s finds all of it, page by page, whole words first, then beginnings, each in the same order',
  async (search) => {
    const api = callAs(context.store, null, today)
    const foundNames: string[] = []
    let after: string | undefined
    do {
      const page = await api.events.list({ when: 'past', search, after })
      foundNames.push(...page.events.map(({ name }) => name))
      after = page.next ?? undefined
    } while (after)
    const matches = all.filter(({ name, start_date }) =>
      searchWords(search).every(
        (word) => name.toLowerCase().includes(word) || (word.length === 4 && start_date.startsWith(word)),
      ),
    )
    expect(foundNames).toEqual(
      [0, 1, 2].flatMap((rank) =>
        matches.filter((event) => rankOf(event, search) === rank).map(({ name }) => name),
      ),
    )
  },
  60_000,
)

// Covers: events, event-page, programme, attendance
import { longRange } from '#lib/dates.ts'
import { asSent, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInByApi } from '#tests/support/members.ts'
import { conferencePath, isPast, profilePath, sample, sampleEvent } from '#tests/support/sample-facts.ts'

const bergen = 'Northern Query Days'
const path = conferencePath(bergen)
const event = sampleEvent(bergen)

const talk = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test.use(asSent)

test('a visitor reads what an event is about, where and when', async ({ page }) => {
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(bergen)
  await expect(main.getByText('Created by')).toHaveText(/^Created by\sAda Sample$/)
  await expect(main.getByRole('link', { name: 'Ada Sample' })).toHaveAttribute(
    'href',
    profilePath('Ada Sample'),
  )
  await expect(main.getByRole('link', { name: 'Sign in to attend' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent(path)}`,
  )
  const facts = main.getByRole('definition')
  await expect(main.getByRole('link', { name: 'Bergen' }).first()).toHaveAttribute('href', '/cities/Bergen')
  await expect(main.getByRole('link', { name: 'Norway' }).first()).toHaveAttribute(
    'href',
    '/countries/Norway',
  )
  await expect(main.getByRole('link', { name: /^Website: / })).toHaveAttribute('href', event.website!)
  await expect(main.getByRole('term')).toHaveText(['When', 'Topics'])
  await expect(facts.nth(0)).toHaveText(
    new RegExp(`^${longRange(event.start_date, event.end_date)}Times in Oslo \\(UTC\\+[12]\\)`),
  )
  await expect(facts.nth(1).getByRole('link')).toHaveText(['Databases', 'Postgres'])
  await expect(main.getByText(event.description!.split('\n')[0]!)).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Schedule' })).toHaveCount(0)
  await facts.nth(1).getByRole('link', { name: 'Postgres' }).click()
  await expect(page).toHaveURL('/topics/Postgres')
})

test('an event of nobody, without a text, without talks says so', { tag: '@once' }, async ({ page }) => {
  await page.goto(conferencePath('End of the Line'))
  await expect(page.getByText('Created by')).toHaveText(/^Created by\sUnknown$/)
  await expect(page.getByText('No description provided for this event.')).toBeVisible()
})

test('a visitor sees who is going', async ({ page }) => {
  await page.goto(path)
  await page.getByRole('link', { name: 'Attendees' }).click()
  await expect(page).toHaveURL(`${path}?tab=attendees`)
  const going = page.getByRole('region', { name: "Who's Going" })
  await expect(going.getByText('25 people attending')).toBeVisible()
  await expect(going.getByRole('listitem')).toHaveCount(25)
  await expect(page.getByRole('heading', { name: 'Schedule' })).toHaveCount(0)
  await going.getByRole('link', { name: 'Mika Guest' }).click()
  await expect(page).toHaveURL(profilePath('Mika Guest'))
})

test('an event that nobody goes to yet invites to be the first', { tag: '@once' }, async ({ page }) => {
  await page.goto(`${conferencePath('Ship It Quietly')}?tab=attendees`)
  await expect(page.getByRole('region', { name: "Who's Going" })).toContainText(
    'No attendees yet. Be the first. Members say here where they go: sign in, or ask for an invitation.',
  )
})

test('on paper stands what can be read, and nothing to press', { tag: '@once' }, async ({ page }) => {
  await page.goto(path)
  await expect(page.getByText('Sign in to attend')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const text of ['Sign in to attend', 'Attendees', 'Find'])
    await expect(page.getByText(text, { exact: true })).toBeHidden()
  // Which day it is: the other two are on no sheet.
  await expect(page.getByRole('navigation', { name: 'Days' }).getByRole('link')).toHaveCount(1)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('heading', { name: 'Indexes you can read' }).getByRole('link').click()
  await expect(page.getByText('Sign in to plan')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Sign in to plan')).toBeHidden()
})

test('an event that is over says who was there', { tag: '@once' }, async ({ page }) => {
  const past = sample.find((event) => isPast(event))!
  await page.goto(`/conferences/${past.slug}?tab=attendees`)
  await expect(page.getByRole('region', { name: 'Who was there' })).toContainText(/attended/)
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('on paper a member reads where they go, and nothing to press', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, sampleAccount('member'))
    const print = async (path: string) => {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(path)
      await page.emulateMedia({ media: 'print' })
    }
    await print(path)
    await expect(page.getByRole('button', { name: /^Going/ }).first()).toBeVisible()
    for (const name of [/^Plan to attend/, 'Show more'])
      await expect(page.locator('main button').filter({ hasText: name }).first()).toBeHidden()
    await print(`${path}?tab=schedule`)
    await expect(page.getByRole('region', { name: 'My Schedule' })).toContainText('09:00')
    await expect(page.locator('main button').filter({ hasText: 'Remove' }).first()).toBeHidden()
  })

  test('tracks are columns on a wide screen, and come one at a time on a narrow one', async ({
    page,
    isNarrow,
  }) => {
    await visit(page, path)
    const talks = page.getByRole('article').getByRole('heading')
    if (!isNarrow) {
      await expect(page.getByRole('columnheader')).toHaveText(['Time', 'Main Track', 'Storage', 'Workshops'])
      await expect(talks).toHaveCount(12)
      await expect(page.getByRole('navigation', { name: 'Tracks' })).toBeHidden()
      return
    }
    const tracks = page.getByRole('navigation', { name: 'Tracks' }).getByRole('link')
    await expect(tracks).toHaveText(['Main Track', 'Storage', 'Workshops'])
    await expect(talks.first()).toHaveText('Indexes you can read')
    await tracks.filter({ hasText: 'Storage' }).click()
    await expect(talks).toHaveText([
      'A log is enough',
      'Cold data, warm hands',
      'Checksums for the tide',
      'Compaction is gardening',
    ])
    await expect(tracks.filter({ hasText: 'Storage' })).toHaveAttribute('aria-current')
  })

  test('a break stands between the talks, for all tracks or for one', async ({ page, isNarrow }) => {
    await visit(page, `${path}?track=Workshops`)
    const breaks = page.getByRole('table').getByText('BREAK')
    await expect(breaks).toHaveCount(4)
    const coffee = page.getByRole('cell').filter({ hasText: 'Coffee and waffles' })
    await expect(coffee).toHaveText(
      'BREAK10:30 to 11:00Coffee and wafflesBrown cheese on the left, jam on the right.',
    )
    if (!isNarrow) await expect(coffee).toHaveAttribute('colspan', '3')
  })

  test('a visitor goes from day to day, and stays on the track', async ({ page }) => {
    await visit(page, `${path}?track=Storage`)
    const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
    await expect(days).toHaveCount(3)
    await expect(days.first()).toHaveAttribute('aria-current')
    await days.nth(1).click()
    await expect(talk(page, 'Pages on a small disk')).toBeVisible()
    await expect(talk(page, 'A log is enough')).toHaveCount(0)
    await expect(days.nth(1)).toHaveAttribute('aria-current')
    await expect(page).toHaveURL(/\?day=\d{4}-\d\d-\d\d&track=Storage$/)
  })

  test('a visitor unfolds a long description and folds it again', async ({ page }) => {
    await visit(page, path)
    const long = talk(page, 'The night desk: eight years of slow queries with platform numbers')
    await expect(long.getByText('I sat at...')).toBeVisible()
    await long.getByRole('button', { name: 'Show more' }).click()
    await expect(long.getByText('No knowledge of railways is needed.')).toBeVisible()
    const less = long.getByRole('button', { name: 'Show less' })
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await expect(less).toBeFocused()
    await less.click()
    await expect(long.getByText('No knowledge of railways is needed.')).toBeHidden()
    await expect(long.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false')
  })
})

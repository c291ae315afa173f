// Covers: programme
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { saveTalks } from '#tests/support/factories/saved-talks.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { member, signInFor } from '#tests/support/members.ts'

// Somebody follows a conference from another time zone. Neither zone changes its clocks.

const planner = member('Petra Planner')
const path = '/conferences/desert-days'
const eveningNumber = 7101
const evening = '12:00 your time, +1 day'

test.use({
  timezoneId: 'Asia/Tokyo',
  siteOptions: {
    sample: false,
    // 10:30 there.
    clock: '2026-03-10T17:30:00Z',
    prepare: async ({ db }) => {
      const [person] = await makePeople(db, [planner])
      const [event, onlineEvent] = [
        await makeEvent(db, {
          name: 'Desert Days',
          slug: 'desert-days',
          start_date: '2026-03-10',
          end_date: '2026-03-11',
          location_name: 'Phoenix',
          country_name: 'United States',
          time_zone: 'America/Phoenix',
        }),
        await makeEvent(db, {
          name: 'Screen Days',
          slug: 'screen-days',
          start_date: '2026-03-20',
          end_date: '2026-03-20',
          location_name: 'Online',
          country_name: 'Online',
          time_zone: 'America/Phoenix',
        }),
      ]
      const tracks = await makeTracks(
        db,
        ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ event, name })),
      )
      const talks = await makeTalks(
        db,
        tracks.flatMap((track) => [
          {
            event,
            track,
            title: `Morning ${track.name}`,
            start_time: '10:00',
            end_time: '11:00',
            location: `Hall ${track.name}`,
          },
          {
            event,
            track,
            title: `Late ${track.name}`,
            start_time: '23:30',
            end_time: '00:30',
            location: `Hall ${track.name}`,
          },
        ]),
      )
      const [eveningTalk] = await makeTalks(db, [
        {
          event,
          track: tracks[0],
          number: eveningNumber,
          title: 'Evening in the desert',
          start_time: '20:00',
          end_time: '20:45',
          location: 'Hall A',
        },
        { event: onlineEvent, title: 'Evening on the screen', start_time: '20:00', end_time: '20:45' },
      ])
      await saveTalks(
        db,
        [eveningTalk!, talks[0]!].map((talk) => ({ person: person!, talk })),
      )
    },
  },
})

const ownTimes = (page: Page) => page.getByRole('checkbox', { name: 'Show my time too' })

test('a visitor sees both times wherever talks have one, and the choice is remembered', {
  tag: '@once',
}, async ({ page }) => {
  const sent = await (await page.request.get(path)).text()
  expect(sent).not.toContain('Asia/Tokyo')
  await visit(page, path)
  await expect(ownTimes(page)).not.toBeChecked()
  await expect(page.getByText('your time')).toHaveCount(0)
  await ownTimes(page).check()
  const board = page.getByRole('region', { name: 'Now and next' })
  await expect(board.getByRole('row', { name: /^Hall A/ })).toContainText('until 03:00 your time, +1 day')
  await expect(board.getByRole('row', { name: /^Hall A/ })).toContainText(evening)
  await expect(page.locator('article').filter({ hasText: 'Evening in the desert' })).toContainText(evening)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])

  await visit(page, path)
  await expect(ownTimes(page)).toBeChecked()
  await visit(page, `${path}?find=desert`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Evening in the desert' })).toContainText(evening)
  await visit(page, `${path}/talks/${eveningNumber}`)
  await expect(page.getByRole('complementary', { name: 'When and where' })).toContainText(evening)

  await ownTimes(page).uncheck()
  await expect(page.getByText('your time')).toHaveCount(0)
  await visit(page, '/conferences/screen-days')
  await expect(ownTimes(page)).not.toBeChecked()
  // The answer is the same for everybody.
  expect(await (await page.request.get(path)).text()).toBe(sent)
})

test('an online conference starts with the time of the viewer', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/conferences/screen-days')
  await expect(ownTimes(page)).toBeChecked()
  await expect(page.getByRole('article')).toContainText(evening)
})

test('a member sees both times on the dashboard, in My Schedule and in a shared plan', {
  tag: '@once',
}, async ({ page }) => {
  await signInFor(page, planner, `${path}?tab=schedule`)
  await ownTimes(page).check()
  await expect(page.getByRole('listitem').filter({ hasText: 'Evening in the desert' })).toContainText(evening)
  await page.getByRole('button', { name: 'Share my plan' }).click()
  const shared = await page.getByRole('link', { name: 'See it as others do' }).getAttribute('href')

  // The bar is for narrow screens.
  await page.setViewportSize({ width: 375, height: 800 })
  await visit(page, path)
  await expect(page.getByRole('complementary', { name: 'My next talk' })).toContainText(`Hall A, ${evening}`)
  await visit(page, '/dashboard')
  const next = page.getByRole('region', { name: 'Next: Morning A' })
  await expect(next).toContainText('02:00 your time, +1 day')
  await expect(ownTimes(page)).toBeChecked()
  expect(await tooWideAt(page, [320])).toEqual([])
  await checkAccessibility(page)

  await visit(page, shared!)
  await expect(page.getByRole('listitem').filter({ hasText: 'Evening in the desert' })).toContainText(evening)
})

test.describe('in the time zone of the conference', () => {
  test.use({ timezoneId: 'America/Phoenix' })
  test('there is nothing to switch', { tag: '@once' }, async ({ page }) => {
    await visit(page, path)
    await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /my time/ })).toHaveCount(0)
  })
})

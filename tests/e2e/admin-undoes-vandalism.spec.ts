// Covers: history, administration
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi, signInFor } from '#tests/support/members.ts'

const admin = member('Ada Admin')
const vandals = { wide: member('Wim Vandal'), narrow: member('Nel Vandal'), plain: member('Pia Vandal') }

test.use({
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const people = await makePeople(db, [{ ...admin, isAdmin: true }, ...Object.values(vandals)])
      await makeEvents(
        db,
        people.slice(1).flatMap((owner) =>
          Array.from({ length: 10 }, (_, nth) => ({
            owner,
            name: `${owner.name.split(' ')[0]} Days ${nth}`,
            slug: `${owner.name.slice(0, 3).toLowerCase()}-days-${nth}`,
            description: 'Two days by the water.',
          })),
        ),
      )
    },
  },
})

/** Ten conferences within a moment, as somebody who is signed in on this page. */
async function vandalise(page: Page, slug: string) {
  for (let nth = 0; nth < 10; nth++) {
    const { id, updated_at, ...event } = await (
      await page.request.get(`/api/v1/events/${slug}-days-${nth}`)
    ).json()
    const names = [
      'name',
      'description',
      'start_date',
      'end_date',
      'location_name',
      'country_name',
      'website',
    ]
    const fields = Object.fromEntries(names.map((name) => [name, event[name]]))
    const data = { ...fields, updated_at, name: `BUY PILLS ${nth}`, description: 'Two days by the pills.' }
    expect((await page.request.put(`/api/v1/events/${id}`, { data })).ok()).toBe(true)
  }
}

test('a vandal is found among the recent changes, and ten records are restored in three clicks', async ({
  page,
  isNarrow,
}) => {
  const vandal = isNarrow ? vandals.narrow : vandals.wide
  const slug = vandal.name.slice(0, 3).toLowerCase()
  await signInByApi(page.request, vandal)
  await vandalise(page, slug)
  await signInFor(page, admin, '/admin/changes')
  const entries = page.getByRole('main').locator('ol > li')
  await expect(entries.first()).toContainText(`${vandal.name} edited`)
  await entries.first().getByText('Name, Description').click()
  await expect(entries.first().locator('ins mark').first()).toHaveText('BUY PILLS')
  await checkAccessibility(page, { inBoth: true })
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  await page.setViewportSize(isNarrow ? { width: 375, height: 800 } : { width: 1280, height: 800 })

  await page.getByLabel('Person').fill(vandal.name)
  await page.getByLabel('Kind').selectOption('Conferences')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(`/admin/changes?person=${vandal.name.replace(' ', '+')}&kind=events`)
  await expect(page.getByText(`Found: ${vandal.name}`)).toBeVisible()
  await entries.first().getByRole('link', { name: vandal.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vandal.name)

  await page.getByRole('link', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${vandal.name}?` })
  await expect(dialog.getByText(/^10 changes of 10 records: /)).toBeVisible()
  await checkAccessibility(page, { inBoth: true })
  await dialog.getByLabel('Undo 10 changes').click()
  await dialog.getByRole('button', { name: 'Suspend and undo 10 changes' }).click()

  await expectMessage(page, 'Suspended, 10 changes undone')
  await page.getByRole('link', { name: 'Restore' }).click()
  await expect(
    page.getByRole('dialog').getByText('Nothing that they changed since then holds.'),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectMessage(page, 'Restored')
  for (let nth = 0; nth < 10; nth++) {
    const event = await (await page.request.get(`/api/v1/events/${slug}-days-${nth}`)).json()
    expect(event).toMatchObject({
      name: `${vandal.name.split(' ')[0]} Days ${nth}`,
      description: 'Two days by the water.',
    })
  }
  await visit(page, `/admin/changes?person=${vandal.name.replace(' ', '+')}`)
  await expect(entries.first().getByText('Undone')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('changes are filtered and undone, and a vandal is suspended with an undo', { tag: '@once' }, async ({
    page,
  }) => {
    const vandal = vandals.plain
    await signInByApi(page.request, vandal)
    await vandalise(page, 'pia')
    await signInByApi(page.request, admin)
    await page.goto('/admin/changes')
    const entries = page.getByRole('main').locator('ol > li')
    await page.getByLabel('Record').fill('Pia Days 3')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByText('Found: BUY PILLS 3')).toBeVisible()
    await entries.first().getByRole('button', { name: 'Undo' }).click()
    await expect(entries.first()).toContainText('Ada Admin undid a change')
    await entries.nth(1).getByRole('link', { name: vandal.name }).click()
    await page.getByRole('link', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Undo everything since').selectOption('The last 30 days')
    await dialog.getByRole('button', { name: 'See' }).click()
    await expect(dialog.getByText(/^9 changes of 9 records: /)).toBeVisible()
    await dialog.getByLabel('Undo 9 changes').check()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText(/^Suspended since/)).toBeVisible()
    await page.getByRole('link', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText(/^Suspended since/)).toBeHidden()
    const event = await (await page.request.get('/api/v1/events/pia-days-7')).json()
    expect(event.name).toBe('Pia Days 7')
  })
})

// Covers: administration, topics, events
import { checkAccessibility, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { expectMessage, sampleAccount, signInByApi, signInFor } from '#tests/support/members.ts'
import { conferencePath, sampleEvent } from '#tests/support/sample-facts.ts'

const admin = sampleAccount('admin')

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true } })

const asAdmin = async (page: Page, path: string) => {
  await signInFor(page, admin, '/dashboard')
  await visit(page, path)
}
const dialog = (page: Page) => page.getByRole('dialog')
const label = (isNarrow: boolean, name: string) => `${name} ${isNarrow ? 'n' : 'w'}`

test.describe('topics', () => {
  test.use({ refusals: [409] })

  test('one is added, renamed with its tags, merged and deleted', { tag: '@nightly' }, async ({
    page,
    isNarrow,
  }) => {
    const first = label(isNarrow, 'Tide Tables')
    const second = label(isNarrow, 'Moon Phases')
    await asAdmin(page, '/admin/topics')
    await expect(page.getByRole('heading', { name: 'Topic Management' })).toBeVisible()
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await page.getByLabel('Topic Name').fill('   ')
    await expect(add).toBeDisabled()
    for (const name of [first, `  ${second} `]) {
      await page.getByLabel('Topic Name').fill(name)
      await add.click()
      await expectMessage(page, 'Topic added successfully!')
      await expect(page.getByLabel('Topic Name')).toHaveValue('')
    }
    await expect(page.getByRole('link', { name: second, exact: true })).toBeVisible()
    await checkAccessibility(page)

    const edition = sampleEvent('Northern Query Days')
    for (const tag of [first, second]) {
      const answer = await page.request.post(`/api/v1/events/${edition.id}/tags`, {
        headers: { origin: new URL(page.url()).origin },
        data: { tag },
      })
      expect(answer.ok()).toBe(true)
    }

    await page.getByRole('button', { name: `Edit ${first}` }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Edit Topic' })).toBeVisible()
    const renamed = label(isNarrow, 'Tidal Tables')
    await dialog(page).getByLabel('Topic Name').fill(' ')
    await expect(dialog(page).getByRole('button', { name: 'Save Changes' })).toBeDisabled()
    await dialog(page).getByLabel('Topic Name').fill(renamed)
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expectMessage(page, 'Topic updated successfully!')
    await visit(page, conferencePath('Northern Query Days'))
    await expect(page.getByRole('link', { name: renamed })).toBeVisible()

    await visit(page, `/admin/topics?search=${encodeURIComponent(renamed)}`)
    await page.getByRole('button', { name: `Edit ${renamed}` }).click()
    await dialog(page).getByLabel('Topic Name').fill(second.toUpperCase())
    await dialog(page).getByLabel('Topic Name').press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText(`There is already a topic “${second}”`)
    await checkAccessibility(page)
    await dialog(page)
      .getByRole('button', { name: `Merge into ${second}` })
      .click()
    await expectMessage(page, 'Topic updated successfully!')
    await expect(page.getByText('No topics found.')).toBeVisible()
    const oldPage = await page.request.get(`/topics/${encodeURIComponent(renamed)}`, { maxRedirects: 0 })
    expect([oldPage.status(), oldPage.headers().location]).toEqual([
      301,
      `/topics/${encodeURIComponent(second)}`,
    ])

    await visit(page, `/admin/topics?search=${encodeURIComponent(second)}`)
    await expect(page.getByRole('listitem').filter({ hasText: second })).toContainText('1 conference')
    await page.getByRole('button', { name: `Delete ${second}` }).click()
    await expect(dialog(page)).toContainText('Are you absolutely sure?')
    await expect(dialog(page)).toContainText(
      `This action cannot be undone. This will permanently delete the topic "${second}".`,
    )
    await dialog(page).getByRole('button', { name: 'Delete topic' }).click()
    await expectMessage(page, 'Topic deleted successfully!')
    await visit(page, conferencePath('Northern Query Days'))
    await expect(page.getByRole('link', { name: second })).toHaveCount(0)
  })
})

test('the owner of an event is changed and removed, and the trail says so', { tag: '@nightly' }, async ({
  page,
  isNarrow,
}) => {
  const path = conferencePath(isNarrow ? 'Component Garden' : 'Colour Space')
  await asAdmin(page, path)
  const bar = page.getByRole('region', { name: 'Admin Actions' })
  await expect(bar.getByRole('link', { name: 'Edit Event' })).toHaveAttribute('href', `${path}/edit`)
  await bar.getByRole('link', { name: 'Change Owner' }).click()
  await expect(page).toHaveURL(`${path}?owner=change`)
  await checkAccessibility(page)
  await dialog(page).getByRole('searchbox', { name: 'Name' }).fill('newow')
  await dialog(page).getByRole('button', { name: 'Choose Nell Newowner' }).click()
  await expectMessage(page, 'Event owner updated to Nell Newowner')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Nell Newowner' })).toBeVisible()
  await bar.getByRole('link', { name: 'Change Owner' }).click()
  await dialog(page).getByRole('button', { name: 'Remove owner' }).click()
  await expectMessage(page, 'Event owner removed - event is now unclaimed')
  await expect(page.getByRole('link', { name: 'Nell Newowner' })).toHaveCount(0)
  await visit(page, '/admin')
  await expect(page.getByText('changed the owner of').first()).toBeVisible()
})

test('an administrator deletes an event from its page and another from the list, asked first', {
  tag: '@nightly',
}, async ({ page, isNarrow }) => {
  const [one, other] = isNarrow
    ? ['Compilers & Pierogies', 'Código Aberto São Paulo']
    : ['Kernel Picnic', 'Accessible by Default']
  await asAdmin(page, conferencePath(one))
  await page.getByRole('button', { name: 'Delete Event' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Event' }).click()
  await dialog(page).getByRole('button', { name: 'Delete conference' }).click()
  await expectMessage(page, 'Conference deleted successfully')
  await expect(page).toHaveURL('/conferences')
  expect(await visit(page, conferencePath(one))).toBe(410)

  const { name } = sampleEvent(other)
  await visit(page, `/admin/events?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Delete conference' }).click()
  await expectMessage(page, 'Event deleted successfully')
  await expect(page.getByRole('button', { name: `Delete ${name}`, exact: true })).toHaveCount(0)
})

test.describe('a field of several conferences', () => {
  const changed = (page: Page) => page.getByRole('cell', { name: 'Aurora Halls' })

  test('is previewed, changed and taken back at once', { tag: '@once' }, async ({ page }) => {
    await asAdmin(page, '/admin/events')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(1)
      .check()
    await page.getByRole('button', { name: 'Set a field' }).click()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('button', { name: /^Change / })).toHaveCount(0)
    await checkAccessibility(page)
    await page.getByRole('textbox', { name: 'New value' }).fill('Aurora Halls')
    await page.keyboard.press('Enter')
    await expect(changed(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Change 2 conferences' }).click()
    await expectMessage(page, 'Changed 2 conferences')
    await expect(page).toHaveURL('/admin/events')
    await expect(changed(page).or(page.getByText('Aurora Halls'))).not.toHaveCount(0)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expectMessage(page, 'Undone')
    await expect(page.getByText('Aurora Halls')).toHaveCount(0)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is changed as well, and can be undone among the changes', { tag: '@once' }, async ({ page }) => {
      await signInByApi(page.request, admin)
      await page.goto('/admin/events')
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(2)
        .check()
      await page.getByRole('button', { name: 'Set a field' }).click()
      await page.getByRole('combobox', { name: 'Field' }).selectOption('Website')
      await page.getByRole('textbox', { name: 'New value' }).fill('https://aurora.example/halls')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByRole('cell', { name: 'https://aurora.example/halls' })).toBeVisible()
      const path = await page.getByRole('rowheader').getByRole('link').getAttribute('href')
      const website = async () =>
        (await (await page.request.get(`/api/v1/events/${path!.split('/').at(-1)}`)).json()).website
      const before = await website()
      await page.getByRole('button', { name: 'Change 1 conference' }).click()
      await expect(page).toHaveURL('/admin/changes')
      expect(await website()).toBe('https://aurora.example/halls')
      await page.getByRole('button', { name: /^Undo/ }).first().click()
      await expect(page).toHaveURL('/admin/changes')
      expect(await website()).toBe(before)
    })
  })
})

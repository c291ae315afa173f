// Covers: speakers, coverage, pictures
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { samplePassword } from '#server/accounts/passwords.ts'
import { limits } from '#src/limits.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, signInFor } from '#tests/support/members.ts'

const account = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: samplePassword,
})
const [speaker, lister, admin] = [account('Noor'), account('Lister'), account('Admin')]

const bio = 'Measures first, then measures again. '.repeat(20).trim()

test.use({
  refusals: [409, 422],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      await makePerson(db, { ...admin, isAdmin: true })
      const owner = await makePerson(db, lister)
      const person = await makePerson(db, speaker)
      const event = await makeEvent(db, { name: 'Harbour Days', slug: 'harbour-days', owner })
      const past = await makeEvent(db, { name: 'Old Harbour Days', slug: 'old', start_date: '2024-05-01' })
      for (const width of ['Wide', 'Narrow']) {
        const claimed = await makeSpeaker(db, {
          id: ids[`claimed ${width}`],
          name: `Noor ${width}`,
          bio,
          user_id: width === 'Wide' ? person.id : undefined,
          created_by: owner.id,
          links: [{ platform: 'github', handle: 'noor' }],
        })
        const double = await makeSpeaker(db, {
          id: ids[`double ${width}`],
          name: `Double ${width}`,
          bio: 'The second record.',
        })
        const survivor = await makeSpeaker(db, { id: ids[`kept ${width}`], name: `Double ${width} Kept` })
        await makeSpeaker(db, { id: ids[`wrong ${width}`], name: `Wrong ${width}` })
        await makeTalk(db, { event, title: `Tides ${width}`, speakers: [claimed, double] })
        await makeTalk(db, {
          event: past,
          title: `Shores ${width}`,
          speakers: [claimed],
          slides_url: 'https://example.com/shores',
        })
        await makeTalk(db, { event: past, title: `Doubled ${width}`, speakers: [double, survivor] })
      }
    },
  },
})

const ids: Record<string, string> = Object.fromEntries(
  ['claimed', 'double', 'kept', 'wrong'].flatMap((kind, n) =>
    ['Wide', 'Narrow'].map((width, m) => [`${kind} ${width}`, `00000000-0000-4000-8000-0000000000${n}${m}`]),
  ),
)
const pathOf = (what: string, width: string) => `/speakers/${ids[`${what} ${width}`]}`
const widthOf = (isNarrow: boolean) => (isNarrow ? 'Narrow' : 'Wide')

const folder = mkdtempSync(path.join(tmpdir(), 'hallway-pictures-'))
async function pictureFile(background: string): Promise<string> {
  const file = path.join(folder, `${background}.jpg`)
  await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toFile(file)
  return file
}
/** Chooses a file by the button, as the keyboard does. */
async function choose(page: Page, button: string, file: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(file)
}
/** The picture on the page is loaded and has a size. */
const isLoaded = (page: Page, scope = 'main') =>
  expect
    .poll(() =>
      page
        .locator(`${scope} img[src^="/pictures/"]`)
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(100)

test('a speaker edits the record: name, bio, links and a picture; everybody sees it', async ({
  page,
  browser,
  baseURL,
  isNarrow,
}) => {
  const width = widthOf(isNarrow)
  const record = pathOf('claimed', width)
  // At one width the person who claimed the record, at the other who listed it while it is unclaimed.
  await signInFor(page, isNarrow ? lister : speaker, '/notifications')
  await visit(page, record)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(`${record}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Noor ${width}`)
  await expect(page.getByRole('region', { name: 'Merge another record into this one' })).toHaveCount(0)
  expect(await tooWideAt(page, [320, isNarrow ? 375 : 1280])).toEqual([])
  await checkAccessibility(page)

  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Website')).toBeFocused()
  await page.getByLabel('Website').fill('https://example.com/noor')
  await page.getByLabel('Name', { exact: true }).fill(`Noor Renamed ${width}`)
  await choose(page, 'Upload picture', await pictureFile('teal'))
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await isLoaded(page)
  await checkAccessibility(page)
  // What is not saved yet is there after a reload, the picture too.
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Noor Renamed ${width}`)
  await isLoaded(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(page, 'Speaker updated successfully')
  await expect(page).toHaveURL(record)

  const visitor = await browser.newPage({ baseURL })
  await visitor.goto(record)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Noor Renamed ${width}`)
  await expect(visitor.getByRole('link', { name: 'Website' })).toHaveAttribute(
    'href',
    'https://example.com/noor',
  )
  await expect(visitor.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await isLoaded(visitor)
  await visitor.goto(`/speakers?search=noor+renamed+${width}`)
  await expect(visitor.getByRole('link', { name: `Noor Renamed ${width}` })).toBeVisible()
  await isLoaded(visitor)
  await visitor.goto('/conferences/harbour-days')
  await expect(visitor.getByRole('button', { name: `Noor Renamed ${width}` })).toBeVisible()
  await visitor.close()
})

test('the page of a speaker: talks by year with what is left of them, a bio that folds', {
  tag: '@nightly',
}, async ({ page, isNarrow }) => {
  const width = widthOf(isNarrow)
  await visit(page, pathOf('claimed', width))
  const bioText = page.getByText(/^Measures first/)
  const height = () => bioText.evaluate((element) => element.getBoundingClientRect().height)
  const folded = await height()
  await page.getByRole('checkbox', { name: 'Show the whole bio' }).focus()
  await page.keyboard.press('Space')
  expect(await height()).toBeGreaterThan(folded)
  const upcoming = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(upcoming.getByRole('link', { name: `Tides ${width}` })).toBeVisible()
  const year = page.getByRole('region', { name: '2024' })
  await expect(year.getByRole('link', { name: `Shores ${width}`, exact: true })).toBeVisible()
  await expect(year.getByRole('link', { name: `Slides of Shores ${width}` })).toHaveAttribute(
    'href',
    'https://example.com/shores',
  )
  await expect(page.getByRole('region', { name: 'Topics' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Claim this profile' })).toHaveCount(isNarrow ? 1 : 0)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, isNarrow ? 375 : 1280])).toEqual([])
})

test('who may not edit a record is sent back with a sentence', { tag: '@nightly' }, async ({ page }) => {
  await signInFor(page, lister, '/notifications')
  await page.goto(`${pathOf('claimed', 'Wide')}/edit`)
  await expect(page).toHaveURL(pathOf('claimed', 'Wide'))
  await expectMessage(page, 'You do not have permission to edit this speaker')
})

test('two edits of one record at once: the second chooses', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  await signInFor(page, speaker, '/notifications')
  const record = pathOf('claimed', 'Wide')
  const second = await context.newPage()
  await visit(page, `${record}/edit`)
  await visit(second, `${record}/edit`)
  await page.getByLabel('Location').fill('Utrecht')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(record)
  await second.getByLabel('Location').fill('Leiden')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  const notice = second.getByRole('region', { name: 'Someone else has changed this speaker' })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('Utrecht')
  await notice.getByRole('button', { name: 'Use the other version' }).click()
  await expect(second.getByLabel('Location')).toHaveValue('Utrecht')
  await second.getByLabel('Twitter').fill('noor')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(second.getByRole('link', { name: 'Twitter' })).toBeVisible()
})

test('a speaker adds links of any kind to an own talk, and takes one down', { tag: '@nightly' }, async ({
  page,
}) => {
  await signInFor(page, speaker, '/notifications')
  await visit(page, pathOf('claimed', 'Wide'))
  await page.getByRole('button', { name: 'Add video of Shores Wide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Slides, video and more' })
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveText([/Slides.*example\.com/])
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  const address = dialog.getByLabel('Address')
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await address.fill('no address')
  await add.click()
  await expect(address).toHaveAccessibleDescription(/Please enter a valid URL/)
  await address.fill('https://www.youtube.com/watch?v=abcdefghijk')
  await add.click()
  await expect(rows).toHaveCount(2)
  await expect(address).toHaveValue('')
  await address.fill('https://github.com/noor/shores')
  await add.click()
  await expect(rows).toHaveText([/Video.*youtube\.com/, /Slides/, /Code.*github\.com/])
  await rows.nth(2).getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel(/^Title/).fill('The tide tables')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.nth(2)).toContainText('The tide tables')
  await rows
    .nth(1)
    .getByRole('button', { name: /^Take down/ })
    .click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Video of Shores Wide' })).toHaveAttribute(
    'href',
    /abcdefghijk/,
  )
  await expect(page.getByRole('link', { name: 'The tide tables of Shores Wide' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add slides of Shores Wide' })).toBeVisible()
})

test('a speaker adds slides from the phone in four taps', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signInFor(page, speaker, pathOf('claimed', 'Wide'))
  let taps = 0
  const tap = async (what: Locator) => {
    taps++
    await what.click()
  }
  await tap(page.getByRole('button', { name: 'Add video or slides of Tides Wide' }))
  const dialog = page.getByRole('dialog', { name: 'Slides, video and more' })
  await tap(dialog.getByLabel('Address'))
  await page.keyboard.insertText('https://speakerdeck.com/noor/tides')
  await tap(dialog.getByRole('button', { name: 'Add', exact: true }))
  await expect(dialog.getByRole('listitem')).toHaveText([/Slides.*speakerdeck\.com/])
  await tap(dialog.getByRole('button', { name: 'Cancel' }))
  expect(taps).toBeLessThanOrEqual(4)
  await expect(page.getByRole('link', { name: 'Slides of Tides Wide' })).toBeVisible()
})

test('an administrator merges two records, and takes it back', { tag: '@nightly' }, async ({
  page,
  browser,
  baseURL,
  isNarrow,
}) => {
  const width = widthOf(isNarrow)
  const [survivorPath, double] = [pathOf('kept', width), pathOf('double', width)]
  await signInFor(page, admin, '/notifications')
  await visit(page, `${survivorPath}/edit`)
  const merging = page.getByRole('region', { name: 'Merge another record into this one' })
  await merging.getByLabel('The other record').fill(`double ${width}`)
  await merging.getByRole('link', { name: `Compare with Double ${width}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records' })
  await expect(dialog).toContainText(
    '2 talks move to this record; on 1 talk both are listed, and this one will be listed once.',
  )
  await expect(dialog).toContainText('Missing details are filled in: Bio.')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, isNarrow ? 375 : 1280])).toEqual([])
  // A reload shows the same, and the other one may be the one that stays.
  await page.reload()
  await dialog.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page).toHaveURL(`${double}/edit?merge=${ids[`kept ${width}`]}`)
  await expect(
    dialog.getByRole('region', { name: 'Record to keep' }).getByText(`Double ${width}`, { exact: true }),
  ).toBeVisible()
  await dialog.getByRole('link', { name: 'Keep the other one' }).click()
  await expect(page).toHaveURL(`${survivorPath}/edit?merge=${ids[`double ${width}`]}`)
  // What is done is what the dialog shows, which follows the address a moment later.
  await expect(
    dialog.getByRole('region', { name: 'Record to keep' }).getByText(`Double ${width} Kept`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectMessage(page, 'Merged. You can undo it in the history for 90 days.')
  await expect(page).toHaveURL(survivorPath)
  await expect(page.getByRole('link', { name: `Tides ${width}`, exact: true })).toBeVisible()

  const answer = await page.request.get(double, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, survivorPath])
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto(double)
  await expect(visitor).toHaveURL(survivorPath)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Double ${width} Kept`)

  await page.getByRole('link', { name: 'History', exact: true }).click()
  const merged = page.getByRole('listitem').filter({ hasText: `Merged recordAfter: Double ${width}` })
  await expect(merged).toContainText('merged')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, isNarrow ? 375 : 1280])).toEqual([])
  await merged.getByRole('button', { name: 'Undo this change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Undone')
  await expect(merged.getByText('Undone', { exact: true })).toBeVisible()
  await expect(merged.getByRole('button', { name: 'Undo this change' })).toHaveCount(0)
  const response = await visitor.goto(double)
  expect(response?.status()).toBe(200)
  await expect(visitor).toHaveURL(double)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Double ${width}`)
  await expect(visitor.getByText('The second record.')).toBeVisible()
  await visitor.close()
})

test('a deleted record says so', { tag: '@nightly' }, async ({ page, isNarrow }) => {
  const record = pathOf('wrong', widthOf(isNarrow))
  await signInFor(page, admin, '/notifications')
  await visit(page, `${record}/edit`)
  await page.getByRole('button', { name: 'Delete Speaker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this speaker?' })
  await expect(dialog).toContainText('This cannot be undone.')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Delete speaker' }).click()
  await expectMessage(page, 'Speaker deleted successfully')
  await expect(page).toHaveURL('/speakers')
  for (const cookie of [undefined, '']) {
    const answer = await page.request.get(record, cookie === undefined ? {} : { headers: { cookie } })
    expect(answer.status()).toBe(410)
    expect(await answer.text()).toContain('This record was removed by an administrator.')
  }
})

test('a member uploads a picture for the profile, and takes it away', { tag: '@nightly' }, async ({
  page,
  isNarrow,
}) => {
  await signInFor(page, isNarrow ? lister : speaker, '/notifications')
  await visit(page, '/profile/edit')
  await expect(page.getByLabel('Avatar URL')).toBeVisible()
  const tooLarge = path.join(folder, 'large.png')
  writeFileSync(tooLarge, Buffer.alloc(limits.pictureFile + 1))
  await choose(page, 'Upload picture', tooLarge)
  await expect(page.getByText('A picture has at most 5 MB')).toBeVisible()
  const hostile = path.join(folder, 'hostile.png')
  writeFileSync(hostile, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, 'Upload picture', hostile)
  await expect(page.getByText(/This file can’t be used/)).toBeVisible()
  await checkAccessibility(page)
  await choose(page, 'Upload picture', await pictureFile('orange'))
  await expect(page.getByText(/This file can’t be used/)).toBeHidden()
  await isLoaded(page)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Profile updated successfully')
  await isLoaded(page)
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeFocused()
  await expect(page.getByLabel('Avatar URL')).toBeVisible()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Profile updated successfully')
  await expect(page.locator('main img')).toHaveCount(0)
})

test('an owner gives a conference a logo by dropping a file', { tag: '@nightly' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signInFor(page, lister, '/notifications')
  await visit(page, '/conferences/harbour-days/edit')
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const dropped = await page.evaluateHandle((base64) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    data.items.add(new File([content], 'logo.png', { type: 'image/png' }))
    return data
  }, bytes.toString('base64'))
  const before = await page.getByRole('button', { name: /^(Upload|Change) logo$/ }).textContent()
  await page.getByLabel(/^File of the logo$/).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('button', { name: 'Change logo' })).toBeVisible()
  if (before === 'Upload logo') await isLoaded(page)
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expectMessage(page, 'Event updated successfully')
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto('/conferences/harbour-days')
  await isLoaded(visitor)
  await visitor.close()
})

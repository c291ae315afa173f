// Covers: programme
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { checkAccessibility, expect, type Page, test } from '#tests/support/journey.ts'
import { expectMessage, signInFor } from '#tests/support/members.ts'

const password = 'a quiet hallway'
const email = 'orla.organiser@example.com'
const path = '/conferences/arranged'

test.use({
  refusals: [409],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const owner = await makePerson(db, { name: 'Orla Organiser', email, password })
      const days = { start_date: '2031-05-06', end_date: '2031-05-07' }
      for (const slug of ['arranged', 'arranged-narrow']) {
        const event = await makeEvent(db, { owner, slug, name: 'Arranged Days', ...days })
        const speaker = await makeSpeaker(db, { name: 'Jo Muster' })
        for (const [index, name] of ['Zinc', 'Amber', 'Moss'].entries()) {
          const track = await makeTrack(db, { event, name })
          await makeTalk(db, {
            event,
            track,
            title: `Of ${name}`,
            start_time: `0${9 - index}:00`,
            end_time: `0${9 - index}:30`,
            location: 'Hall',
            speakers: [speaker],
          })
        }
        await makeBreak(db, { event, title: 'Coffee', start_time: '10:00', end_time: '10:30' })
      }
    },
  },
})

/** Both widths may share one site: each has its own conference. */
const pathAt = (isNarrow: boolean) => (isNarrow ? `${path}-narrow` : path)

async function openEditor(page: Page, isNarrow: boolean) {
  await signInFor(page, { email, password }, `${pathAt(isNarrow)}/edit`)
}

test('an organiser puts tracks into an order with the keyboard, and a visitor sees it on the page', {
  tag: '@nightly',
}, async ({ page, browser, isNarrow, baseURL }) => {
  await openEditor(page, isNarrow)
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Tracks (3)' })
    .click()
  const tracks = page.getByRole('list', { name: 'Tracks' }).getByRole('listitem')
  await expect(tracks).toContainText([/^Moss/, /^Amber/, /^Zinc/])
  const up = page.getByRole('button', { name: 'Move Zinc up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Track order updated successfully')
  await expect(tracks).toContainText([/^Moss/, /^Zinc/, /^Amber/])
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tracks).toContainText([/^Zinc/, /^Moss/, /^Amber/])
  await page.reload()
  await expect(tracks).toContainText([/^Zinc/, /^Moss/, /^Amber/])

  const visitor = await browser.newPage({ baseURL })
  await visitor.goto(pathAt(isNarrow))
  if (isNarrow)
    await expect(visitor.getByRole('navigation', { name: 'Tracks' }).getByRole('link')).toHaveText([
      'Zinc',
      'Moss',
      'Amber',
    ])
  else await expect(visitor.getByRole('columnheader')).toHaveText(['Time', 'Zinc', 'Moss', 'Amber'])
  await visitor.close()
})

test('an organiser edits a break; who saves over a newer version is asked', { tag: '@nightly' }, async ({
  page,
  browser,
  isNarrow,
  baseURL,
}) => {
  await openEditor(page, isNarrow)
  const breaks = page.getByRole('list', { name: 'Breaks' })
  await page.getByRole('button', { name: 'Edit Coffee' }).click()
  const form = page.getByRole('form', { name: 'Edit Coffee' })
  await expect(form.getByLabel('Break start')).toHaveValue('10:00')

  const other = await browser.newPage({ baseURL })
  await openEditor(other, isNarrow)
  await other.getByRole('button', { name: 'Edit Coffee' }).click()
  await other.getByRole('form', { name: 'Edit Coffee' }).getByLabel('Break end').fill('11:00')
  await other.getByRole('form', { name: 'Edit Coffee' }).getByRole('button', { name: 'Save' }).click()
  await expectMessage(other, 'Break updated successfully')
  await expect(other.getByRole('list', { name: 'Breaks' })).toContainText('10:00 to 11:00')
  await other.close()

  // What only one of the two changed is put together; both changed the end.
  await form.getByLabel('Break title').fill('Tea')
  await form.getByLabel('Break end').fill('10:45')
  await form.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('region', { name: 'Someone else has changed this break in the meantime' })
  await expect(conflict).toContainText('Theirs: 11:00')
  await checkAccessibility(page)
  await conflict.getByRole('button', { name: 'Keep my version' }).click()
  await expectMessage(page, 'Break updated successfully')
  await expect(breaks).toContainText('Tea')
  await page.getByRole('button', { name: 'Edit Tea' }).click()
  await page.getByRole('form', { name: 'Edit Tea' }).getByLabel('Break title').fill('Coffee')
  await page.getByRole('form', { name: 'Edit Tea' }).getByLabel('Break end').fill('10:30')
  await page.getByRole('form', { name: 'Edit Tea' }).getByRole('button', { name: 'Save' }).click()
  await expect(breaks).toContainText('Coffee')
})

test('what is probably wrong is said in the form and on the page, and saved all the same', {
  tag: '@nightly',
}, async ({ page, isNarrow }) => {
  await openEditor(page, isNarrow)
  await expect(page.getByRole('heading', { name: /to check/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Of Amber' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Start time').fill('09:15')
  await dialog.getByLabel('End time').fill('08:45')
  const status = dialog.getByText('Please check this. You can still save.')
  await expect(status).toBeVisible()
  await expect(dialog).toContainText('Of Amber: it ends at 08:45, before it starts at 09:15')
  await expect(dialog).toContainText('Hall has two talks at the same time: Of Zinc and Of Amber')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('region', { name: '3 points to check' })
  await expect(list.getByRole('link')).toHaveCount(3)
  await list.getByRole('link', { name: /it ends at 08:45/ }).click()
  await dialog.getByLabel('Start time').fill('08:00')
  await dialog.getByLabel('End time').fill('08:30')
  await expect(status).toBeHidden()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(list).toHaveCount(0)
})

test('a speaker who is typed and not chosen, and half a time, are said and not lost', {
  tag: '@once',
}, async ({ page, isNarrow }) => {
  await openEditor(page, isNarrow)
  await page.getByRole('button', { name: 'Add Talk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Title/).fill('By hand')
  const speakers = dialog.getByRole('combobox', { name: 'Speakers' })
  const chosen = dialog.getByRole('list', { name: 'Chosen: Speakers' })
  await speakers.fill('Jo')
  await expect(dialog.getByRole('option', { name: /Jo Muster/ }).first()).toBeVisible()
  const answers = Promise.withResolvers<void>()
  await page.route('**/speakers/search**', async (route) => {
    await answers.promise
    await route.continue()
  })
  // The choices are still those for "Jo".
  await speakers.fill('Jolanda')
  await speakers.press('Enter')
  await expect(chosen).toHaveCount(0)
  answers.resolve()
  await expect(dialog.getByText('No speakers found')).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await dialog.getByLabel(/^Title/).press('Enter')
  await expect(speakers).toBeFocused()
  await expect(speakers).toHaveAccessibleDescription(/“Jolanda” is not selected/)
  await checkAccessibility(page)
  await speakers.fill('Jo Mus')
  await speakers.press('Enter')
  await expect(chosen).toHaveText('Jo Muster')

  const start = dialog.getByLabel('Start time')
  await start.focus()
  await page.keyboard.type('09')
  await dialog.getByLabel(/^Title/).press('Enter')
  await expect(start).toBeFocused()
  await expect(start).toHaveAccessibleDescription('This field is incomplete. Fill in every part or clear it.')
  await start.fill('09:30')
  await dialog.getByRole('button', { name: 'Save Talk' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'By hand' })).toHaveText(/09:30.*Jo Muster/)
})

test('the next talk begins where the last one ended, or after the break, also after a reload', {
  tag: '@once',
}, async ({ page, isNarrow }) => {
  await openEditor(page, isNarrow)
  await page.getByRole('button', { name: 'Add Talk' }).click()
  const dialog = page.getByRole('dialog')
  const start = dialog.getByLabel('Start time')
  await dialog.getByLabel(/^Title/).fill('First')
  await start.fill('09:30')
  await dialog.getByLabel('End time').fill('10:00')
  await dialog.getByLabel('Room').fill('Hall')
  await dialog.getByRole('button', { name: 'Save Talk' }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await page.getByRole('button', { name: 'Add Talk' }).click()
  await expect(dialog.getByLabel('Room')).toHaveValue('Hall')
  await expect(dialog.locator('datalist option')).toHaveAttribute('value', 'Hall')
  // After the coffee.
  await expect(start).toHaveValue('10:30')
  await expect(dialog.getByLabel('End time')).toHaveValue('11:00')
  await dialog.getByLabel(/^Title/).fill('And on')
  await dialog.getByLabel('Description').press('Control+Enter')
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('')
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await expect(start).toHaveValue('11:00')
  await page.setViewportSize({ width: 375, height: 667 })
  await page.keyboard.type('By touch')
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'By touch' })).toHaveCount(1)
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('')
  await expect(dialog.getByLabel(/^Title/)).toBeInViewport()
  await page.reload()
  await expect(start).toHaveValue('11:30')
  await expect(dialog.getByText('Your unsaved changes')).toHaveCount(0)
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await page.keyboard.type('Half a ti')
  await page.reload()
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('Half a ti')
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('')
  await expect(start).toHaveValue('11:30')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add Talk' })).toBeFocused()
})

test('on a phone a talk is saved without scrolling, above the keyboard, and nothing is covered', {
  tag: '@once',
}, async ({ page, isNarrow }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await signInFor(page, { email, password }, `${pathAt(isNarrow)}/edit?talk=new`)
  const dialog = page.getByRole('dialog', { name: 'Add talk' })
  const [save, saveAndAdd, cancel] = ['Save Talk', 'Save and add another', 'Cancel'].map((name) =>
    dialog.getByRole('button', { name, exact: true }),
  )
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  // What an open keyboard leaves of the screen; the page is as high as before.
  const seenHeight = 284
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { value: height })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, seenHeight)
  const boxes = await Promise.all([save, saveAndAdd, cancel].map((button) => button!.boundingBox()))
  for (const box of boxes) {
    expect(box!.y).toBe(boxes[0]!.y)
    expect(box!.y + box!.height).toBeLessThan(seenHeight)
    expect(box!.height).toBeGreaterThanOrEqual(44)
  }
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const [name, isSeen] = await page.evaluate(() => {
      const focused = document.activeElement!
      const { left, top, width, height } = focused.getBoundingClientRect()
      const hitElement = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2)
      return [focused.outerHTML, document.activeElement === document.body || focused.contains(hitElement)]
    })
    expect([name, isSeen]).toEqual([name, true])
  }
  await dialog.getByLabel(/^Title/).fill('By thumb')
  await saveAndAdd!.click()
  await expectMessage(page, 'Talk added successfully')
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('')
  await expect(dialog.getByText('Title', { exact: true })).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel(/^Title/).fill('By thumb once more')
  // The message is still there.
  await save!.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'By thumb' })).toHaveCount(2)
})

test('a talk is duplicated: all but its time, and nothing is stored before it is saved', {
  tag: '@once',
}, async ({ page, isNarrow }) => {
  await openEditor(page, isNarrow)
  const lines = page.getByRole('listitem').filter({ hasText: 'Of Moss' })
  await page.getByRole('button', { name: 'Duplicate Of Moss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate talk' })
  const expectCopy = async () => {
    await expect(dialog.getByLabel(/^Title/)).toHaveValue('Of Moss')
    await expect(dialog.getByLabel('Track').locator('option:checked')).toHaveText('Moss')
    await expect(dialog.getByLabel('Room')).toHaveValue('Hall')
    await expect(dialog.getByRole('list', { name: 'Chosen: Speakers' })).toHaveText('Jo Muster')
    await expect(dialog.getByLabel('Start time')).toHaveValue('')
    await expect(dialog.getByLabel('End time')).toHaveValue('')
  }
  await expectCopy()
  await page.reload()
  await expectCopy()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Duplicate Of Moss' })).toBeFocused()
  await expect(lines).toHaveCount(1)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Start time').fill('14:00')
  await dialog.getByRole('button', { name: 'Save Talk' }).click()
  await expect(dialog).toBeHidden()
  await expect(lines).toContainText([/07:00.*Of Moss.*Jo Muster/, /14:00.*Of Moss.*Jo Muster/])
  await page.getByRole('button', { name: 'Delete Of Moss' }).last().click()
  await page.getByRole('button', { name: 'Delete talk' }).click()
  await expect(lines).toHaveCount(1)
})

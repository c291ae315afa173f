// Covers: programme-import, sources
import { checkAccessibility, expect, type Page, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true }, refusals: [409, 422] })

const owner = sampleAccount('owner')
const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)

type Talk = { id: number; title: string; start: string; room?: string; person?: string }
const schedule = (name: string, talks: Talk[]) => ({
  name: 'schedule.xml',
  mimeType: 'text/xml',
  buffer:
    Buffer.from(`<schedule><conference><title>${name}</title><city>Bergen</city><time_zone_name>Europe/Oslo</time_zone_name></conference>
    <day date="${day}">${talks
      .map(
        ({ id, title, start, room = 'Main hall', person = 'Astrid Import' }) =>
          `<room name="${room}"><event id="${id}"><title>${title}</title><start>${start}</start><duration>00:45</duration><track>Community</track><persons><person id="1">${person}</person></persons></event></room>`,
      )
      .join('')}</day></schedule>`),
})
const chooseFile = (page: Page, file: ReturnType<typeof schedule>) =>
  page.locator('input[type=file]').last().setInputFiles(file)
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an organiser creates a conference from its schedule, imports the next version, and undoes that', async ({
  page,
  isNarrow,
}) => {
  const name = `Importival ${isNarrow ? 'Narrow' : 'Wide'}`
  await signInFor(page, owner, '/conferences/new')
  await chooseFile(
    page,
    schedule(name, [
      { id: 1, title: 'Opening', start: '09:00' },
      { id: 2, title: 'All about doors', start: '10:00' },
    ]),
  )
  await expect(page.getByRole('heading', { name: 'Review the new conference' })).toBeVisible()
  await expect(page.getByText('Bergen, Norway')).toBeVisible()
  await expect(section(page, 'Added').getByText('All about doors')).toBeVisible()
  // Nothing is public yet, and the same file leads to the same preview.
  const preview = page.url()
  const directory = await page.request.get(`/conferences?search=${encodeURIComponent(name)}`)
  expect(await directory.text()).toContain('0 upcoming and 0 past events found')
  await visit(page, '/conferences/new')
  await chooseFile(
    page,
    schedule(name, [
      { id: 1, title: 'Opening', start: '09:00' },
      { id: 2, title: 'All about doors', start: '10:00' },
    ]),
  )
  await expect(page).toHaveURL(preview)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  await page.reload()
  await expect(section(page, 'Added').getByText('Astrid Import').first()).toBeVisible()
  await visit(page, page.url())
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('The programme was imported.')).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('link', { name: `See ${name}` }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('All about doors').first()).toBeVisible()

  const path = `${new URL(page.url()).pathname}/edit/import`
  await visit(page, path)
  await expect(page.getByText('2 talks added')).toBeVisible()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  await chooseFile(
    page,
    schedule(name, [
      { id: 2, title: 'All about doors', start: '11:30', room: 'Attic' },
      { id: 3, title: 'Closing', start: '16:00' },
    ]),
  )
  await expect(section(page, 'Moved').getByText('All about doors')).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await expect(section(page, 'Moved').getByText('11:30 to 12:15, Attic')).toBeVisible()
  await expect(section(page, 'Removed').getByText('Opening')).toBeVisible()
  await expect(section(page, 'Removed').getByText('Astrid Import')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('1 talk added, 1 moved, 1 removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('This import was undone.')).toBeVisible()
  await visit(page, path)
  await chooseFile(
    page,
    schedule(name, [
      { id: 1, title: 'Opening', start: '09:00' },
      { id: 2, title: 'All about doors', start: '10:00' },
    ]),
  )
  await expect(page.getByText('The programme is already up to date.')).toBeVisible()

  // From the page for new conferences, too: it is listed already.
  await visit(page, '/conferences/new')
  await chooseFile(page, schedule(name, [{ id: 1, title: 'Opening', start: '09:00' }]))
  await expect(page.getByRole('alert')).toContainText('It is already listed')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Bring the programme into it' }).click()
  await expect(page.getByRole('heading', { name: 'Review changes' })).toBeVisible()

  await visit(page, path)
  await page.getByText('Or paste cells from a spreadsheet').click()
  await page.getByLabel('Spreadsheet cells').fill(`Title\tDate\tStart\tRoom\nPasted\t${day}\t17:00\tAttic`)
  await page.getByRole('button', { name: 'Preview table' }).click()
  await expect(section(page, 'Added').getByText('Pasted')).toBeVisible()
})

test('what cannot be read is said in a sentence, and nothing is lost', { tag: '@nightly' }, async ({
  page,
}) => {
  await signInFor(page, owner, '/conferences/new')
  const alert = page.getByRole('alert')
  await chooseFile(page, {
    name: 'page.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<!doctype html><html></html>'),
  })
  await expect(alert).toContainText('This is a web page: take the address of the schedule file itself')
  await page.getByLabel('Enter a URL').fill('http://127.0.0.1:9/schedule.xml')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(alert).toHaveText(
    "We couldn't reach that address. Check it, or download the programme and choose the file.",
  )
  await chooseFile(page, {
    name: 'talks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`title,date,start\nA talk,${day},10:00`),
  })
  await expect(
    page.getByText('The file does not contain everything: please add what is missing'),
  ).toBeVisible()
  expect(await tooWideAt(page, [320, 375])).toEqual([])
  const form = page.locator('form').last()
  await form.getByLabel('Name').fill(`From a table ${page.viewportSize()?.width}`)
  await form.getByLabel('Location').fill('Bergen')
  await form.getByLabel('Country').selectOption('Norway')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Review the new conference' })).toBeVisible()
})

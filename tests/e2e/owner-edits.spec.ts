// Covers: events, places, programme
import type { Locator } from '@playwright/test'
import {
  checkAccessibility,
  expect,
  type Page,
  tabTo,
  test,
  visit,
  waitForHydration,
} from '#tests/support/journey.ts'
import { expectMessage, fillSignIn, sampleAccount, signInByApi } from '#tests/support/members.ts'

// A site of its own: the others only read theirs.
test.use({ refusals: [401, 409], siteOptions: { sample: true } })

/** A name for this browser width: both widths may share one site. */
const nameFor = (name: string, isNarrow: boolean) => `${name} ${isNarrow ? 'Narrow' : 'Wide'}`

async function fillEvent(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('Two days by the water.')
  await page.getByLabel('Location').fill('Bergen')
  await page.getByLabel('Country').selectOption('Norway')
  await page.getByLabel('Start date').fill('2031-05-06')
  await page.getByLabel('End date').fill('2031-05-07')
}

/** The sentence at a field, which has the focus. */
async function isWrong(field: Locator, sentence: string) {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
}

async function createEvent(page: Page, name: string) {
  await visit(page, '/conferences/new')
  await fillEvent(page, name)
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expectMessage(page, 'Event created successfully')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event created')
}

test('a conference that is online has no country', async ({ page, isNarrow }) => {
  await signInByApi(page.request, sampleAccount('lina.lister'))
  await visit(page, '/conferences/new')
  const name = nameFor('Couch Days', isNarrow)
  await fillEvent(page, name)
  await page.getByLabel('Country').selectOption('')
  await page.getByLabel('Location').fill('online')
  await page.getByLabel('Location').press('Tab')
  await expect(page.getByLabel('Country')).toHaveValue('Online')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await page.getByRole('link', { name: 'View Event' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await visit(page, '/online')
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
})

test('an address is offered as its city and country', { tag: '@once' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const address = '1 Main St, San Francisco, CA 94103, USA'
  await signInByApi(page.request, sampleAccount('lina.lister'))
  await visit(page, '/conferences/new')
  await page.getByLabel('Location').fill(address)
  const offer = page.getByRole('button', { name: 'Use San Francisco, CA, United States' })
  await expect(offer).toBeVisible()
  await offer.click()
  await expect(page.getByLabel('Location')).toHaveValue('San Francisco, CA')
  await expect(page.getByLabel('Location')).toBeFocused()
  await expect(page.getByLabel('Country')).toHaveValue('United States')
  await expect(page.getByLabel(/^Time zone/)).toHaveValue('America/Los_Angeles')
  await expect(page.getByRole('button', { name: /^Use San/ })).toHaveCount(0)

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const plain = await context.newPage()
  await signInByApi(plain.request, sampleAccount('lina.lister'))
  await plain.goto('/conferences/new')
  await plain.getByLabel('Location').fill(address)
  await plain.getByLabel('Location').press('Enter')
  await expect(plain.getByText('reads as an address in San Francisco, CA, United States')).toBeVisible()
  await expect(plain.getByLabel('Location')).toHaveValue(address)
  await context.close()
})

test('a conference at a place and online is found among both', async ({ page, isNarrow }) => {
  await signInByApi(page.request, sampleAccount('lina.lister'))
  await visit(page, '/conferences/new')
  const name = nameFor('Sofa and Hall Days', isNarrow)
  await fillEvent(page, name)
  await page.getByRole('combobox', { name: 'Format' }).selectOption('In person and online')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await page.getByRole('link', { name: 'View Event' }).click()
  await expect(page.getByText('In person and online')).toBeVisible()
  for (const path of ['/online', '/cities/Bergen']) {
    await visit(page, path)
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
  }
})

test('a room is renamed for all its talks, and taken back', async ({ page, isNarrow }) => {
  await signInByApi(page.request, sampleAccount('lina.lister'))
  const days = { start_date: '2033-05-04', end_date: '2033-05-05' }
  const place = { location_name: 'Bergen', country_name: 'Norway' }
  const name = nameFor('Days of Rooms', isNarrow)
  const { id, slug } = await (
    await page.request.post('/api/v1/events', { data: { name, ...place, ...days } })
  ).json()
  for (const title of ['Boats', 'Bridges'])
    await page.request.post(`/api/v1/events/${id}/talks`, {
      data: {
        title,
        date: '2033-05-04',
        start_time: '10:00',
        location: 'Old Hall',
        topics: [],
        speaker_ids: [],
      },
    })
  await visit(page, `/conferences/${slug}/edit`)
  await page.getByText('Change rooms or move many talks').click()
  const form = page.getByRole('form', { name: 'Move talks' })
  await form.getByLabel('Room', { exact: true }).selectOption('Old Hall')
  await form.getByLabel('New room').fill('New Hall')
  await form.getByLabel('Minutes later').fill('15')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Move 2 talks' }).click()
  await expectMessage(page, 'Talks moved')
  const lines = (room: string) =>
    page.getByRole('listitem').filter({ hasText: room }).filter({ hasText: 'Duplicate' })
  await expect(lines('New Hall')).toHaveText([/^10:15.*Boats/, /^10:15.*Bridges/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lines('Old Hall')).toHaveText([/^10:00.*Boats/, /^10:00.*Bridges/])
})

test('who lists the next edition enters its days', async ({ page, isNarrow }) => {
  await signInByApi(page.request, sampleAccount('lina.lister'))
  const name = nameFor('Yearly Days 2033', isNarrow)
  const days = { start_date: '2033-05-04', end_date: '2033-05-05' }
  const place = { location_name: 'Bergen', country_name: 'Norway' }
  const { id, slug } = await (
    await page.request.post('/api/v1/events', { data: { name, description: 'As ever.', ...place, ...days } })
  ).json()
  await page.request.post(`/api/v1/events/${id}/tags`, { data: { tag: 'Databases' } })
  await visit(page, `/conferences/${slug}/edit`)
  await page.getByRole('link', { name: 'List the next edition' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name.replace('2033', '2034'))
  await expect(page.getByLabel('Country')).toHaveValue('Norway')
  await checkAccessibility(page)
  await page.getByLabel('Start date').fill('2034-05-03')
  await page.reload()
  await expect(page.getByLabel('Start date')).toHaveValue('2034-05-03')
  await page.getByLabel('End date').fill('2034-05-04')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Topics of this event' })).toHaveText('Databases')
  await page.getByRole('link', { name: 'View Event' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.replace('2033', '2034'))
  await expect(page.getByText('As ever.')).toBeVisible()
})

test('who moves a conference takes its programme along, and a visitor finds it on the new days', async ({
  page,
  browser,
  isNarrow,
  baseURL,
}) => {
  await signInByApi(page.request, sampleAccount('lina.lister'))
  const post = async (path: string, data: object) =>
    (await page.request.post(`/api/v1${path}`, { data })).json()
  const { id, slug } = await post('/events', {
    ...{ name: nameFor('Moving Days', isNarrow), location_name: 'Bergen', country_name: 'Norway' },
    ...{ start_date: '2031-09-10', end_date: '2031-09-11' },
  })
  for (const [title, date] of [
    ['First things', '2031-09-10'],
    ['Last things', '2031-09-11'],
  ])
    await post(`/events/${id}/talks`, { title, date, start_time: '09:30', speaker_ids: [], topics: [] })
  await visit(page, `/conferences/${slug}/edit`)
  const choice = page.getByRole('group', { name: 'The programme' })
  await expect(choice).toHaveCount(0)
  await page.getByLabel('Start date').fill('2032-09-10')
  await expect(page.getByText('It ends before it begins')).toHaveCount(0)
  await page.getByLabel('End date').fill('2033-09-11')
  await expect(page.getByText('This conference lasts 367 days. Is the year right?')).toBeVisible()
  await page.getByLabel('End date').fill('2032-09-11')
  const moves = choice.getByRole('radio', { name: 'Move with the conference, 366 days later' })
  await expect(moves).toBeChecked()
  await checkAccessibility(page)
  await moves.focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: 'Keep its dates' })).toBeChecked()
  await page.reload()
  await expect(choice.getByRole('radio', { name: 'Keep its dates' })).toBeChecked()
  await moves.check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectMessage(page, 'Event updated successfully')
  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const paper = await visitor.newPage()
  await paper.goto(`/conferences/${slug}`)
  await expect(paper.getByRole('navigation', { name: 'Days' }).getByRole('link')).toHaveText([
    'Fri Sep 10, 2032',
    'Sat Sep 11, 2032',
  ])
  await paper.getByRole('link', { name: 'Print all days' }).click()
  await expect(paper.getByRole('row')).toHaveText(['09:30First things', '09:30Last things'])
  await visitor.close()
})

test('a member lists a conference with its programme, a visitor sees it', async ({
  page,
  browser,
  isNarrow,
  baseURL,
}) => {
  const name = nameFor('Fjord Data', isNarrow)
  const slug = `fjord-data-${isNarrow ? 'narrow' : 'wide'}-2031`
  await signInByApi(page.request, sampleAccount('lina.lister'))
  await visit(page, '/conferences/new')
  await checkAccessibility(page)
  await fillEvent(page, name)
  await page.locator('[name=website]').fill('fjord.example.org/')
  await page.getByLabel('Code of conduct').fill('https://fjord.example.org/conduct')
  await page.getByLabel('Time zone').selectOption('Europe/Oslo')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expectMessage(page, 'Event created successfully')

  const add = page.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await page.getByLabel('Topic', { exact: true }).fill('databases')
  await add.click()
  await expectMessage(page, 'Topic added successfully')
  await expect(page.getByRole('list', { name: 'Topics of this event' })).toHaveText('Databases')
  await page.getByLabel('Topic', { exact: true }).fill('Databases')
  await add.click()
  await expectMessage(page, 'This topic is already added to the event')
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'View Event' }).click()
  await expect(page).toHaveURL(`/conferences/${slug}`)
  await page.getByRole('link', { name: 'Edit this conference' }).click()
  await expect(page).toHaveURL(`/conferences/${slug}/edit`)
  await expect(page.locator('[name=website]')).toHaveValue('https://fjord.example.org/')
  await expect(page.getByRole('link', { name: 'table (CSV)' })).toHaveAttribute(
    'href',
    `/conferences/${slug}/schedule.csv`,
  )

  for (const track of ['Shore', 'Deep Sea', 'Harbour']) {
    await page.getByLabel('Track name').fill(track)
    await page.getByRole('button', { name: 'Add Track' }).click()
    await expect(page.getByRole('list', { name: 'Tracks' })).toContainText(track)
  }
  await expectMessage(page, 'Track added successfully')
  const newBreak = page.getByRole('form', { name: 'New break' })
  await expect(newBreak.getByLabel('Break date')).toHaveValue('2031-05-06')
  const breaks = page.getByRole('list', { name: 'Breaks' })
  await newBreak.getByLabel('Break title').fill('Coffee')
  await newBreak.getByLabel('Break start').fill('10:00')
  await newBreak.getByLabel('Break end').fill('10:30')
  await newBreak.getByRole('button', { name: 'Add Break' }).click()
  await expect(breaks).toContainText('Coffee')
  await newBreak.getByLabel('Break title').fill('Swim')
  await newBreak.getByLabel('Break start').fill('12:00')
  await newBreak.getByLabel('Break track').selectOption('Shore')
  await newBreak.getByRole('button', { name: 'Add Break' }).click()
  await expectMessage(page, 'Break added successfully')
  await expect(breaks.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Add Talk' }).click()
  const dialog = page.getByRole('dialog')
  const title = dialog.getByLabel(/^Title/)
  await expect(title).toBeFocused()
  await expect(dialog.getByLabel('Date')).toHaveValue('2031-05-06')
  await title.fill('Tides and indexes')
  await dialog.getByLabel('Start time').fill('09:00')
  await dialog.getByLabel('End time').fill('09:30')
  await dialog.getByLabel('Track').selectOption('Shore')
  await dialog.getByLabel('Room').fill('Boathouse')
  const speakers = dialog.getByRole('combobox', { name: 'Speakers' })
  await speakers.fill('mira')
  await dialog.getByRole('option', { name: /Mira Example/ }).click()
  await dialog.getByRole('button', { name: 'Create a new speaker' }).click()
  await dialog.getByLabel('Name').fill(nameFor('Nora Newly', isNarrow))
  await dialog.getByLabel(/^Country(?! code)/).selectOption('Norway')
  await expect(dialog.getByLabel('Country code')).toHaveValue('NO')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Create Speaker' }).click()
  await expectMessage(page, `Speaker ${nameFor('Nora Newly', isNarrow)} created successfully`)
  await expect(speakers).toBeFocused()
  await expect(dialog.getByRole('list', { name: 'Chosen: Speakers' })).toContainText('Nora Newly')
  await dialog.getByRole('combobox', { name: 'Topics' }).fill('postg')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Chosen: Topics' })).toHaveText('Postgres')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  await expect(title).toHaveValue('')

  // The next talk is in the same room, right after the last one and as long.
  await expect(dialog.getByLabel('Room')).toHaveValue('Boathouse')
  await expect(dialog.getByLabel('Start time')).toHaveValue('09:30')
  await expect(dialog.getByLabel('End time')).toHaveValue('10:00')
  await title.fill('Second in a row')
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  for (const [talk, track, date] of [
    ['Below the light', 'Deep Sea', '2031-05-06'],
    ['Cranes', 'Harbour', '2031-05-06'],
    ['Second day', 'Shore', '2031-05-07'],
  ] as const) {
    await expect(title).toHaveValue('')
    await title.fill(talk)
    await dialog.getByLabel('Date').fill(date)
    await dialog.getByLabel('Start time').fill('11:00')
    await dialog.getByLabel('End time').fill('11:45')
    await dialog.getByLabel('Track').selectOption(track)
    const isLast = talk === 'Second day'
    await dialog.getByRole('button', { name: isLast ? 'Save Talk' : 'Save and add another' }).click()
  }
  await expect(dialog).toBeHidden()
  await expectMessage(page, 'Talk added successfully')
  await expect(
    page.getByRole('region', { name: 'Talks' }).getByRole('button', { name: /^Edit / }),
  ).toHaveCount(5)
  await checkAccessibility(page)

  await page.getByRole('button', { name: 'Edit Cranes' }).click()
  await expect(title).toHaveValue('Cranes')
  await title.fill('Cranes at night')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectMessage(page, 'Talk updated successfully')

  const visitor = await browser.newPage({ baseURL })
  await visit(visitor, `/conferences/${slug}`)
  await expect(visitor.getByRole('link', { name: 'Sign in to attend' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'fjord.example.org/conduct' })).toHaveAttribute(
    'href',
    'https://fjord.example.org/conduct',
  )
  const headings = visitor.getByRole('article').getByRole('heading')
  if (isNarrow)
    await expect(headings.filter({ visible: true })).toHaveText(['Tides and indexes', 'Second in a row'])
  else
    await expect(headings).toHaveText([
      'Tides and indexes',
      'Second in a row',
      'Below the light',
      'Cranes at night',
    ])
  await expect(visitor.getByText('Coffee')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Mira Example' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: nameFor('Nora Newly', isNarrow) })).toBeVisible()
  await visitor.getByRole('link', { name: 'Wed May 7' }).click()
  await expect(visitor.getByRole('heading', { name: 'Second day' })).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: 'Delete Shore' }).click()
  await expect(dialog).toContainText('they lose their track association (3 talks)')
  await dialog.getByRole('button', { name: 'Delete track' }).click()
  await expectMessage(page, 'Track deleted successfully')
  await page.getByRole('button', { name: 'Delete Swim' }).click()
  await expectMessage(page, 'Break deleted successfully')
  // The keyboard goes on at what is left.
  await expect(page.getByRole('listitem').filter({ hasText: 'Delete Coffee' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete Second day' }).click()
  await dialog.getByRole('button', { name: 'Delete talk' }).click()
  await expectMessage(page, 'Talk deleted successfully')

  await page.getByRole('button', { name: 'Delete Event' }).click()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Delete conference' }).click()
  await expect(page).toHaveURL('/conferences')
  await expectMessage(page, 'Conference deleted successfully')
  expect((await page.request.get(`/conferences/${slug}`)).status()).toBe(410)
})

test('each broken rule says so at its field, and what was typed stays', { tag: '@nightly' }, async ({
  page,
  isNarrow,
}) => {
  test.slow()
  await signInByApi(page.request, sampleAccount('rita.rules'))
  await visit(page, '/conferences/new')
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  await fillEvent(page, nameFor('Rules', isNarrow))
  for (const [label, wrong, sentence, right] of [
    ['Name', 'ab', 'Event name must be at least 3 characters', nameFor('Rules', isNarrow)],
    ['Location', ' ', 'Location is required', 'Bergen'],
    ['Start date', '', 'Start date is required', '2031-05-06'],
    ['End date', '', 'End date is required', '2031-05-07'],
    ['End date', '2031-05-05', 'End date must be after start date', '2031-05-07'],
    ['Website', 'fjord', 'Please enter a valid URL', ''],
  ] as const) {
    const field = label === 'Website' ? page.locator('[name=website]') : page.getByLabel(label)
    await field.fill(wrong)
    await create.click()
    await isWrong(field, sentence)
    await field.fill(right)
  }
  await page.getByLabel('Country').selectOption('')
  await create.click()
  await isWrong(page.getByLabel('Country'), 'Country is required')

  await page.reload()
  await waitForHydration(page)
  await expect(page.getByLabel('Name')).toHaveValue(nameFor('Rules', isNarrow))
  await expect(page.getByLabel('Description')).toHaveValue('Two days by the water.')
  await page.getByLabel('Country').selectOption('Norway')
  await create.click()
  await expectMessage(page, 'Event created successfully')

  await visit(page, '/conferences/new')
  await expect(page.getByLabel('Name')).toHaveValue('')
  await fillEvent(page, nameFor('Rules', isNarrow))
  await create.click()
  await isWrong(page.getByLabel('Name'), 'A conference with that name in that year already exists')
  await expectMessage(page, 'Failed to create event: A conference with that name in that year already exists')
  await expect(page.getByText('It is already listed:').getByRole('link')).toHaveAttribute(
    'href',
    `/conferences/rules-${isNarrow ? 'narrow' : 'wide'}-2031`,
  )

  await visit(page, `/conferences/rules-${isNarrow ? 'narrow' : 'wide'}-2031/edit`)
  await page.getByRole('button', { name: 'Add Track' }).click()
  await isWrong(page.getByLabel('Track name'), 'Track name is required')
  const newBreak = page.getByRole('form', { name: 'New break' })
  for (const [label, wrong, sentence, right] of [
    ['Break title', '', 'Title is required', 'Coffee'],
    ['Break start', '', 'Start time is required', '10:00'],
    ['Break date', '', 'Date is required', '2031-05-06'],
  ] as const) {
    await newBreak.getByLabel(label).fill(wrong)
    await newBreak.getByRole('button', { name: 'Add Break' }).click()
    await isWrong(newBreak.getByLabel(label), sentence)
    await newBreak.getByLabel(label).fill(right)
  }
  await page.getByRole('button', { name: 'Add Talk' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, wrong, sentence, right] of [
    ['Title', '', 'Title is required', 'A talk'],
    ['Date', '', 'Date is required', '2031-05-07'],
    ['Slides', 'ftp://x', 'Please enter a valid URL', ''],
  ] as const) {
    const field = dialog.getByLabel(new RegExp(`^${label}`))
    await field.fill(wrong)
    await dialog.getByRole('button', { name: 'Save Talk' }).click()
    await isWrong(field, sentence)
    await field.fill(right)
  }
  await page.reload()
  await waitForHydration(page)
  await expect(dialog.getByLabel(/^Title/)).toHaveValue('A talk')
  await expect(dialog.getByLabel('Date')).toHaveValue('2031-05-07')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await visit(page, '/speakers/new')
  const speaker = page.getByRole('button', { name: 'Create Speaker' })
  for (const [label, wrong, sentence, right] of [
    ['Name', ' <a> ', 'Name must be at least 2 characters long', 'Rules <Example>'],
    ['Name', 'x'.repeat(101), 'Name must be less than 100 characters', 'Rules <Example>'],
    ['Bio', 'x'.repeat(1001), 'Bio must be less than 1000 characters', ''],
    ['Country code', 'no', 'Country code must be 2 uppercase letters', 'NO'],
    ['Website', 'fjord', 'Please enter a valid URL', 'https://example.org/'],
  ] as const) {
    await page.getByLabel(label, { exact: label === 'Name' }).fill(wrong)
    await speaker.click()
    await isWrong(page.getByLabel(label, { exact: label === 'Name' }), sentence)
    await page.getByLabel(label, { exact: label === 'Name' }).fill(right)
  }
  await checkAccessibility(page)
  await speaker.click()
  await expectMessage(page, 'Speaker Rules Example created successfully')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules Example')
})

test('two edit the same conference: the second is told, and chooses', { tag: ['@once', '@nightly'] }, async ({
  page,
  context,
  browser,
  isNarrow,
  baseURL,
}) => {
  test.slow()
  await signInByApi(page.request, sampleAccount('ede.editor'))
  await createEvent(page, nameFor('Shared Work', isNarrow))
  const path = `/conferences/shared-work-${isNarrow ? 'narrow' : 'wide'}-2031`
  const other = await browser.newContext({ baseURL, storageState: await context.storageState() })
  const second = await other.newPage()
  for (const each of [page, second]) await visit(each, `${path}/edit`)
  const save = (editor: Page) => editor.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByLabel('Location').fill('Oslo')
  await page.getByLabel('Code of conduct').fill('https://work.example.org/conduct')
  await save(page)
  await expectMessage(page, 'Event updated successfully')
  await expect(page).toHaveURL(path)

  await second.getByLabel('Location').fill('Voss')
  await save(second)
  const notice = second.getByRole('region', {
    name: 'Someone else has changed this conference in the meantime',
  })
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('definition')).toHaveText(['Yours: Voss', 'Theirs: Oslo'])
  await checkAccessibility(second)
  await notice.getByRole('button', { name: 'Keep my version' }).click()
  await expect(second).toHaveURL(path)
  await expect(second.getByRole('main')).toContainText('Voss')
  // What only the first had changed is kept without a question.
  await expect(second.getByRole('link', { name: 'work.example.org/conduct' })).toBeVisible()

  await visit(page, `${path}/edit`)
  await visit(second, `${path}/edit`)
  await page.getByLabel('Location').fill('Oslo')
  await save(page)
  await expect(page).toHaveURL(path)
  await second.getByLabel('Location').fill('Paris')
  await save(second)
  await notice.getByRole('button', { name: 'Use the other version' }).click()
  await expect(second.getByLabel('Location')).toHaveValue('Oslo')

  // What an edit does not touch stays.
  await second.getByLabel('Code of conduct').fill('https://work.example.org/conduct')
  await save(second)
  await expect(second).toHaveURL(path)
  await visit(second, `${path}/edit`)
  await second.getByLabel('Location').fill('Voss')
  await save(second)
  await expect(second).toHaveURL(path)
  await expect(second.getByRole('link', { name: 'work.example.org/conduct' })).toBeVisible()
  await expect(second.getByRole('main')).toContainText('Voss')
  await other.close()
})

test('whoever may not edit is told why', { tag: ['@once', '@nightly'] }, async ({
  page,
  browser,
  isNarrow,
  baseURL,
}) => {
  await signInByApi(page.request, sampleAccount('olaf.other'))
  await visit(page, '/conferences/no-such-event/edit')
  await expect(page).toHaveURL('/conferences')
  await expectMessage(page, 'Could not load event')
  const ownerPage = await browser.newPage({ baseURL })
  await signInByApi(ownerPage.request, sampleAccount('ede.editor'))
  await createEvent(ownerPage, nameFor('Not Yours', isNarrow))
  await ownerPage.close()
  const path = `/conferences/not-yours-${isNarrow ? 'narrow' : 'wide'}-2031`
  await visit(page, `${path}/edit`)
  await expect(page).toHaveURL(path)
  await expectMessage(page, 'You do not have permission to edit this event')
  await expect(page.getByRole('link', { name: 'Edit this conference' })).toHaveCount(0)
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto(`${path}/edit`)
  await expect(visitor.getByRole('status')).toHaveText('Please sign in to access this feature')
  await visitor.close()
})

test('a session that ends in between loses nothing', { tag: ['@once', '@nightly'] }, async ({
  page,
  isNarrow,
}) => {
  await signInByApi(page.request, sampleAccount('sally.session'))
  await visit(page, '/conferences/new')
  const name = nameFor('Kept', isNarrow)
  await fillEvent(page, name)
  await page.context().clearCookies()
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  await create.click()
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await waitForHydration(page)
  await fillSignIn(page, sampleAccount('sally.session'))
  await expect(page).toHaveURL('/conferences/new')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await create.click()
  await expectMessage(page, 'Event created successfully')
})

test('a conference and a talk are made with the keyboard alone', { tag: '@nightly' }, async ({
  page,
  isNarrow,
}) => {
  test.slow()
  await signInByApi(page.request, sampleAccount('kim.keys'))
  await visit(page, '/conferences/new')
  const { keyboard } = page
  await page.getByLabel('Name').focus()
  await keyboard.type(nameFor('Keys Only', isNarrow))
  for (const text of ['By hand.', 'Bergen', 'Norway']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await page.getByLabel('Start date').fill('2031-05-06')
  await page.getByLabel('End date').fill('2031-05-07')
  await page.getByLabel('End date').press('Enter')
  await expectMessage(page, 'Event created successfully')
  await page.getByRole('link', { name: 'Add the programme' }).press('Enter')
  await page.getByRole('button', { name: 'Add Talk' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await keyboard.type('Typed')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Speakers' }))
  await keyboard.type('mira')
  const options = dialog.getByRole('listbox', { name: 'Speakers' }).getByRole('option')
  await expect(options).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await keyboard.type('muster')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Chosen: Speakers' }).getByRole('listitem')).toHaveCount(1)
  await keyboard.press('Backspace')
  await expect(dialog.getByRole('list', { name: 'Chosen: Speakers' })).toHaveCount(0)
  await dialog.getByLabel(/^Title/).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Typed' })).toBeVisible()
})

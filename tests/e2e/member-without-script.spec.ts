// Covers: attendance, programme, claims, places, topics
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { expect, test } from '#tests/support/journey.ts'
import { member, signInByApi } from '#tests/support/members.ts'

// What members do with a conference needs no script: each button posts to its page, which shows the new state.

const nora = member('Nora Noscript')
const ada = member('Ada Admin')
const speakerId = '44444444-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
const talkNumber = 9101
const path = '/conferences/plain-days'

test.use({
  javaScriptEnabled: false,
  refusals: [401, 403, 404, 409],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      await makePeople(db, [nora, { ...ada, isAdmin: true }])
      await makeEvent(db, { name: 'Venue Days', location_name: 'KLCC', country_name: 'Malaysia' })
      await db.insert(topic_proposals).values({ name: 'beavr' })
      const event = await makeEvent(db, { name: 'Plain Days', slug: 'plain-days', start_date: '2031-05-06' })
      await makeEvent(db, { name: 'Past Days', slug: 'past-days', start_date: '2024-05-06' })
      const speaker = await makeSpeaker(db, { id: speakerId, name: 'Sepp Speaker' })
      await makeTalk(db, {
        event,
        number: talkNumber,
        title: 'On forms',
        date: '2031-05-06',
        start_time: '10:00',
        end_time: '11:00',
        speakers: [speaker],
      })
    },
  },
})

test('a member attends, plans, takes it back and claims', { tag: '@once' }, async ({ page }) => {
  await signInByApi(page.request, nora)
  await page.goto(path)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  await press("I'm Going")
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: "You're attending" })).toBeVisible()

  await press('Plan to attend: On forms')
  await expect(page).toHaveURL(`${path}#talk-${talkNumber}`)
  await expect(page.getByRole('button', { name: 'Going: On forms' })).toBeVisible()
  await press('Going: On forms')
  await expect(page.getByRole('button', { name: 'Plan to attend: On forms' })).toBeVisible()

  await page.goto(`${path}?find=forms`)
  await press('Plan to attend: On forms')
  await expect(page).toHaveURL(`${path}?find=forms#talk-${talkNumber}`)
  await expect(page.getByRole('button', { name: 'Going: On forms' })).toBeVisible()

  await page.goto(`${path}?tab=schedule`)
  await press('Remove On forms')
  await expect(page.getByText('Your schedule is empty.')).toBeVisible()

  await page.goto(`${path}/talks/${talkNumber}`)
  await press('Plan to attend: On forms')
  await expect(page.getByRole('button', { name: 'Going: On forms' })).toBeVisible()

  await page.goto(path)
  await press("You're attending")
  await expect(page.getByRole('button', { name: "I'm Going" })).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason of your claim' }).fill('I run it')
  await press('Claim Event')
  await expect(page.getByText('Claim pending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Claim Event' })).toHaveCount(0)

  await page.goto(`/speakers/${speakerId}`)
  await press('Claim this profile')
  await expect(page.getByText('Claim pending')).toBeVisible()

  await page.goto('/conferences/past-days')
  await press('I was there')
  await expect(page.getByRole('button', { name: 'You were there' })).toBeVisible()
  await page.goto('/conferences/past-days?tab=attendees')
  await page.getByRole('radio', { name: 'Unlisted' }).check()
  await press('Save')
  await expect(page).toHaveURL('/conferences/past-days?tab=attendees#listed')
  await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
  await page.goto('/account/settings')
  await page.getByRole('radio', { name: 'Members only' }).check()
  await press('Save')
  await expect(page).toHaveURL('/account/settings#attendance')
  await expect(page.getByRole('radio', { name: 'Members only' })).toBeChecked()

  await page.getByLabel('Name of the token').fill('Reader')
  await press('Make a token')
  await expect(page.getByText(/Your new token, shown only now: hw_[\w-]{43}/)).toBeVisible()
  await press('Revoke Reader')
  await expect(page).toHaveURL('/account/settings#tokens')
  await expect(page.getByRole('button', { name: 'Revoke Reader' })).toHaveCount(0)
  await page.goto('/conferences/past-days')
  await expect(page.getByRole('button', { name: 'You were there' })).toBeVisible()
})

test('an administrator renames a city and adds a topic under another name', { tag: '@once' }, async ({
  page,
}) => {
  await signInByApi(page.request, ada)
  await page.goto('/admin/proposals')
  const city = page.getByRole('textbox', { name: 'The city of KLCC, Malaysia' })
  await expect(city).toHaveValue(/kuala lumpur/i)
  await city.fill('Kuala Lumpur')
  await page.getByRole('button', { name: 'Rename KLCC' }).click()
  await expect(page).toHaveURL('/admin/proposals')
  await expect(city).toHaveCount(0)

  await page.goto('/admin/topics')
  await page.getByText('Another name, or the topic that is the same').click()
  await page.getByLabel('Another name, or the topic that is the same: beavr').fill('Beavers')
  await page.getByRole('button', { name: 'Add beavr' }).click()
  await expect(page.getByRole('button', { name: 'Add beavr' })).toHaveCount(0)
  await page.goto('/topics/Beavers')
  await expect(page.getByRole('heading', { name: 'Beavers' })).toBeVisible()
})

test('a press of another site, of nobody, and of what is not there changes nothing', {
  tag: '@once',
}, async ({ page, request }) => {
  await signInByApi(page.request, nora)
  const { origin } = new URL((await request.get('/healthz', { maxRetries: 3 })).url())
  const form = { _form: 'plan', save: String(talkNumber) }
  const isPlanned = async () => {
    await page.goto(`${path}/talks/${talkNumber}`)
    return page.getByRole('button', { name: 'Going: On forms' }).isVisible()
  }
  const before = await isPlanned()
  const send = (headers: Record<string, string>, values: Record<string, string> = form, to = path) =>
    page.request.post(to, { headers, form: values, maxRedirects: 0 })
  expect((await send({ origin: 'https://evil.example' })).status()).toBe(403)
  const visitor = await request.post(path, { headers: { origin }, form, maxRedirects: 0 })
  expect([visitor.status(), visitor.headers().location]).toEqual([
    303,
    `/auth?next=${encodeURIComponent(path)}`,
  ])
  expect((await send({ origin }, { _form: 'plan', save: '999999' })).status()).toBe(404)
  expect((await send({ origin }, { _form: 'plan', save: '1 or 1=1' })).status()).toBe(400)
  expect((await send({ origin }, { _form: 'plan' })).status()).toBe(400)
  // The form of one page at another.
  expect((await send({ origin }, form, '/about')).status()).toBe(422)
  expect(await isPlanned()).toBe(before)
})

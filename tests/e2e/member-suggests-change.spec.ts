// Covers: suggestions, decisions, queue
import type { Page } from '@playwright/test'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi } from '#tests/support/members.ts'

const olga = member('Olga Owner')
const max = member('Max Member')
const ids = {
  talk: '22222222-cccc-4ccc-8ccc-cccccccccccc',
  speaker: '33333333-cccc-4ccc-8ccc-cccccccccccc',
}

test.use({
  refusals: [400, 409, 422],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const [owner] = await makePeople(db, [olga, max])
      const event = await makeEvent(db, {
        ...{ owner, name: 'Stoat Days', slug: 'stoat-days', website: 'https://stoat.example' },
        ...{ start_date: '2031-05-06', end_date: '2031-05-07', confirmation: 'listing' as const },
      })
      const speaker = await makeSpeaker(db, { id: ids.speaker, name: 'Sepp Speaker', user_id: owner!.id })
      await makeTalk(db, {
        ...{ id: ids.talk, event, number: 9301, title: 'On stoats' },
        speakers: [speaker],
      })
      await makeSeries(db, [event], { name: 'Stoat Series', slug: 'stoat-series' })
    },
  },
})

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name }).first()

test("a visitor's hint becomes a corrected date", { tag: '@once' }, async ({ page, browser, baseURL }) => {
  await visit(page, '/conferences/stoat-days')
  await main(page).getByRole('link', { name: 'Something is wrong?' }).click()
  await page.getByLabel('Email').fill(max.email)
  await page.getByLabel('Password', { exact: true }).fill(max.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suggest a change')
  await expect(page.getByLabel('Logo URL')).toBeVisible()
  // A picture is uploaded by who may edit.
  await expect(page.getByRole('button', { name: 'Upload logo' })).toHaveCount(0)
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  await page.getByLabel('End date').fill('2031-05-08')
  await page.getByLabel('Location').fill('Oulu')
  await page.getByLabel('Why, or where it says so').fill('Their website says so.')
  await page.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expectMessage(page, 'Thank you. Whoever decides about it is told, and you hear from them.')
  await expect(page).toHaveURL('/conferences/stoat-days')

  const owner = await browser.newPage({ baseURL })
  await signInByApi(owner.request, olga)
  await visit(owner, '/dashboard')
  await main(owner).getByRole('link', { name: '1 suggestion' }).click()
  await expect(card(owner, 'Stoat Days')).toContainText('Their website says so.')
  await expect(card(owner, 'Stoat Days')).toContainText('End date: 2031-05-07 → 2031-05-08')
  await checkAccessibility(owner)
  expect(await tooWideAt(owner, [320, 375, 1280])).toEqual([])
  await owner.getByRole('checkbox', { name: 'Location' }).uncheck()
  await owner.keyboard.press('j')
  await owner.keyboard.press('a')
  await expectMessage(owner, 'Accepted Stoat Days')
  await visit(owner, '/conferences/stoat-days')
  await expect(main(owner)).toContainText('May 6 to 8, 2031')
  await expect(main(owner)).not.toContainText('Oulu')
  await owner.close()

  // Who may not undo a change suggests what would.
  await visit(page, '/conferences/stoat-days/history')
  await main(page).getByRole('link', { name: 'Suggest a change' }).click()
  await expect(page.getByLabel('End date')).toHaveValue('2031-05-08')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('each form suggests, and the owner accepts', { tag: '@once' }, async ({ page, browser, baseURL }) => {
    await signInByApi(page.request, max)
    const suggest = async (path: string, label: string, text: string) => {
      await page.goto(`/suggest?path=${path}`)
      await page.getByLabel(label).first().fill(text)
      await page.getByRole('button', { name: 'Suggest', exact: true }).click()
    }
    await suggest('/conferences/stoat-days', 'End date', '2031-05-09')
    await expect(page.getByRole('status').first()).toContainText('You suggested this')
    await suggest('/conferences/stoat-days/talks/9301', 'Title', 'On weasels')
    await expect(page.getByRole('status').first()).toContainText('Title: On stoats → On weasels')
    await suggest(`/speakers/${ids.speaker}`, 'Bio', 'Of weasels')
    await expect(page.getByRole('status').first()).toContainText('Bio: (none) → Of weasels')
    await suggest('/series/stoat-series', 'Website', 'https://series.example')
    await expect(page.getByRole('status').first()).toContainText('Website: (none) → https://series.example')

    const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
    const owner = await context.newPage()
    await signInByApi(owner.request, olga)
    await owner.goto('/decisions')
    for (const name of ['On stoats', 'Sepp Speaker', 'Stoat Series'])
      await card(owner, name).getByRole('button', { name: 'Accept' }).click()
    await card(owner, 'Stoat Days').getByRole('button', { name: 'Reject' }).click()
    await expect(main(owner)).toContainText('Nothing waits for a decision.')
    await owner.goto(`/speakers/${ids.speaker}`)
    await expect(main(owner)).toContainText('Of weasels')
    await owner.goto('/conferences/stoat-days/talks/9301')
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('On weasels')
    await context.close()
  })
})

// Covers: coverage
import type { Page } from '@playwright/test'
import { talkPath } from '#features/programme/talk-link.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInFor } from '#tests/support/members.ts'

const people = ['Mona Member', 'Sami Speaker', 'Wide Speaker', 'Narrow Speaker'].map(member)
const [suggesting, onStage] = [people[0]!, people[1]!]
const talks = { suggested: 9001, watched: 9002, many: 9003, Wide: 9004, Narrow: 9005 }

test.use({
  refusals: [409, 400],
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const rows = await makePeople(db, people)
      const event = await makeEvent(db, { name: 'Link Days', slug: 'link-days', start_date: '2024-05-04' })
      const speakerOf = async (n: number) => makeSpeaker(db, { name: people[n]!.name, user_id: rows[n]!.id })
      const sami = await speakerOf(1)
      await answerSpeaking(db, rows[1]!, event)
      await makeTalk(db, { event, number: talks.suggested, title: 'On suggesting', speakers: [sami] })
      await makeTalk(db, {
        event,
        number: talks.watched,
        title: 'On watching',
        video_url: 'https://youtu.be/PAAkCSZUG1c?t=95',
      })
      const many = await makeTalk(db, { event, number: talks.many, title: 'On forty videos' })
      for (let n = 10; n < 50; n++)
        await makeTalkLink(db, {
          talk: many,
          kind: 'video',
          url: `https://www.youtube.com/watch?v=PAAkCSZUG${n}`,
        })
      for (const [n, width] of [
        [2, 'Wide'],
        [3, 'Narrow'],
      ] as const)
        await makeTalk(db, {
          event,
          number: talks[width],
          title: `On ${width}`,
          speakers: [await speakerOf(n)],
        })
    },
  },
})

const pathOf = (number: number) => talkPath('link-days', number)
const coverage = (page: Page) => page.getByRole('region', { name: 'Video, slides and more' })

test('a member suggests a video in two clicks, the speaker accepts, and the next visitor sees it', {
  tag: '@once',
}, async ({ page, browser, baseURL, context }) => {
  const path = pathOf(talks.suggested)
  const visitor = await browser.newPage({ baseURL: baseURL! })
  await visitor.goto(path)
  await expect(coverage(visitor)).toContainText('No video, slides or write-up yet')

  await signInFor(page, suggesting, path)
  await page.getByRole('button', { name: 'Suggest a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suggest a link' })
  await dialog.getByLabel('Address').fill('no address')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/Please enter a valid URL/)
  await checkAccessibility(page)
  await dialog.getByLabel('Address').fill('https://youtu.be/PAAkCSZUG1c?si=follows-people')
  await expect(dialog.getByLabel('What it is')).toContainText('Video (from the address)')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  await expectMessage(page, /It will appear once a speaker or the organiser accepts it/)
  await expect(coverage(page)).toContainText('Suggested')
  await visitor.reload()
  await expect(coverage(visitor)).not.toContainText('youtube')

  // The same again is refused, and what was typed stays.
  await page.getByRole('button', { name: 'Suggest a link' }).click()
  await dialog.getByLabel('Address').fill('https://www.youtube.com/watch?v=PAAkCSZUG1c')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/already has that link/)
  await expect(dialog.getByLabel('Address')).toHaveValue('https://www.youtube.com/watch?v=PAAkCSZUG1c')
  await context.clearCookies()

  await signInFor(page, onStage, '/notifications')
  await page.getByRole('link', { name: /A link was suggested for “On suggesting”/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions')
  await checkAccessibility(page)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible()

  await visitor.goto(path)
  await expect(coverage(visitor).getByRole('link', { name: 'Video', exact: true })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=PAAkCSZUG1c',
  )
  await visitor.goto('/coverage')
  await expect(visitor.getByRole('main')).toContainText('On suggesting')

  // Reversible: taken down, and shown again.
  await visit(page, path)
  await coverage(page)
    .getByRole('button', { name: /^Take down/ })
    .click()
  await expect(coverage(page)).toContainText('Taken down')
  await visitor.goto(path)
  await expect(coverage(visitor)).not.toContainText('youtube')
  await coverage(page)
    .getByRole('button', { name: /^Show again/ })
    .click()
  await expect(coverage(page).getByRole('link', { name: 'Video', exact: true })).toBeVisible()
  await visitor.close()
})

test('a speaker adds slides in four taps at most', async ({ page, isNarrow }) => {
  const width = isNarrow ? 'Narrow' : 'Wide'
  await signInFor(page, people[isNarrow ? 3 : 2]!, pathOf(talks[width]))
  let taps = 0
  const tap = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    taps++
  }
  await tap('Add a link')
  await page.getByRole('dialog').getByLabel('Address').fill('https://speakerdeck.com/sami/shores?slide=3')
  taps++
  await tap('Add')
  await expectMessage(page, 'Link saved')
  expect(taps).toBeLessThanOrEqual(4)
  await expect(coverage(page).getByRole('link', { name: 'Slides', exact: true })).toHaveAttribute(
    'href',
    'https://speakerdeck.com/sami/shores',
  )
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
})

/** The hosts that a page asks, but for its own. */
async function otherHosts(page: Page, baseURL: string): Promise<string[]> {
  const hosts: string[] = []
  const { host } = new URL(baseURL)
  await page.route(
    (url) => url.host !== host,
    (route) => {
      hosts.push(new URL(route.request().url()).host)
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' })
    },
  )
  return hosts
}

test('a page with forty videos asks no other host before a click, and one player after it', async ({
  page,
  baseURL,
}) => {
  const hosts = await otherHosts(page, baseURL!)
  await visit(page, pathOf(talks.many))
  const rows = coverage(page).getByRole('listitem')
  await expect(rows).toHaveCount(40)
  await expect(rows.first().getByRole('button', { name: /^Play here/ })).toBeVisible()
  for (let n = 0; n < 40; n += 13) await rows.nth(n).hover()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(hosts).toEqual([])
  await checkAccessibility(page)
  await rows
    .nth(7)
    .getByRole('button', { name: /^Play here/ })
    .click()
  await expect(rows.nth(7).locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/PAAkCSZUG17?autoplay=1',
  )
  await expect.poll(() => new Set(hosts)).toEqual(new Set(['www.youtube-nocookie.com']))
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
})

test('the player also works where the page was reached inside the site', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  const hosts = await otherHosts(page, baseURL!)
  await signInFor(page, suggesting, '/conferences/link-days')
  await page.getByRole('link', { name: 'On watching', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On watching')
  await page
    .getByRole('region', { name: 'Video', exact: true })
    .getByRole('button', { name: 'Play here' })
    .click()
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/PAAkCSZUG1c?autoplay=1&start=95',
  )
  await expect.poll(() => hosts).toContain('www.youtube-nocookie.com')
})

test('without script the video is a link', { tag: '@once' }, async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL!, javaScriptEnabled: false })
  const answer = await page.goto(pathOf(talks.watched))
  await expect(page.getByRole('link', { name: 'Watch on youtube.com' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=PAAkCSZUG1c&t=95',
  )
  await expect(page.getByRole('button', { name: 'Play here' })).toHaveCount(0)
  const policy = answer!.headers()['content-security-policy']
  expect(policy).toContain(
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://media.ccc.de;",
  )
  const elsewhere = await page.goto('/coverage')
  expect(elsewhere!.headers()['content-security-policy']).not.toContain('youtube')
  await page.close()
})

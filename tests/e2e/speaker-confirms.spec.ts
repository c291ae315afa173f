// Covers: events, speakers
import { samplePassword } from '#server/accounts/passwords.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test } from '#tests/support/journey.ts'
import { expectMessage, signInFor } from '#tests/support/members.ts'

const sasha = { name: 'Sasha Speaks', email: 'sasha@example.com', password: samplePassword }

test.use({
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      const speaker = await makeSpeaker(db, { user_id: (await makePerson(db, sasha)).id })
      const owner = await makePerson(db, { name: 'Olga' })
      const dates = { start_date: '2030-05-01', end_date: '2030-05-02', owner }
      for (const name of ['Right Days', 'Wrong Days']) {
        const event = await makeEvent(db, { ...dates, name })
        await makeTalk(db, { event, title: `Silence at ${name}`, speakers: [speaker] })
      }
    },
  },
})

test('a speaker says with the keyboard, and without script, where they speak', { tag: '@once' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await signInFor(page, sasha, '/dashboard')
  const region = page.getByRole('region', { name: 'Waiting' })
  await expect(region).toContainText('Right Days lists you as a speaker of “Silence at Right Days”')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Yes, notify me of Right Days' }).press('Enter')
  await expectMessage(page, 'You are notified of changes of your talks at Right Days')
  await expect(region).not.toContainText('Right Days lists you')

  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/dashboard')
  await plain.getByRole('button', { name: 'No for Wrong Days' }).click()
  await expect(plain).toHaveURL('/dashboard')
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText("Sasha Speaks's Dashboard")
  await expect(plain.getByText('lists you as a speaker')).toHaveCount(0)
  await context.close()
})

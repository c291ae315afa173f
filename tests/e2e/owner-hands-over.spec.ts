// Covers: claims, events, series
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { expect, test, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi, signInFor } from '#tests/support/members.ts'

const olga = member('Olga Overworked')
const nils = member('Nils Next')
const path = '/conferences/days-of-olga'
const ninaId = '55555555-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
const wanda = member('Wanda Weary')
const nina = { ...member('Nina Newer'), id: ninaId }

test.use({
  refusals: [404],
  siteOptions: {
    prepare: async ({ db }) => {
      const [owner, , weary] = await makePeople(db, [olga, nils, wanda, nina])
      await makeEvent(db, { name: 'Days of Olga', slug: 'days-of-olga', owner: owner! })
      const editions = []
      for (const year of [2030, 2029])
        editions.push(
          await makeEvent(db, {
            name: `Weary Conf ${year}`,
            slug: `weary-${year}`,
            start_date: `${year}-05-06`,
            owner: weary!,
          }),
        )
      editions.push(
        await makeEvent(db, { name: 'Weary Conf 2031', slug: 'weary-2031', start_date: '2031-05-06' }),
      )
      await makeSeries(db, editions, { name: 'Weary Conf', slug: 'weary' })
    },
  },
})

test('an offer is taken back, then accepted', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  test.slow()
  const elsewhere = await browser.newContext({ baseURL })
  const next = await elsewhere.newPage()
  await signInFor(next, nils, '/notifications')
  await signInFor(page, olga, `${path}/edit`)
  const section = page.getByRole('region', { name: 'Hand over' })
  const offer = async () => {
    await section.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('Nils')
    await dialog.getByRole('button', { name: 'Choose Nils Next' }).click()
    await dialog.getByRole('button', { name: 'Send the offer' }).click()
    await expect(section).toContainText('Nils Next can accept or decline')
  }
  await offer()
  await visit(next, path)
  const accept = next.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeVisible()

  await section.getByRole('button', { name: 'Withdraw the offer' }).click()
  await expectMessage(page, 'Offer withdrawn')
  await expect(section.getByRole('button', { name: 'Hand over' })).toBeFocused()
  await accept.click()
  await expectMessage(next, 'This offer is no longer open')
  await expect(accept).toHaveCount(0)

  await offer()
  await visit(next, path)
  await accept.click()
  await expectMessage(next, 'You are now the owner of Days of Olga')
  await expect(accept).toHaveCount(0)
  await next.getByRole('link', { name: 'Edit this conference' }).click()
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Edit Days of Olga')
  await visit(page, `${path}/edit`)
  await expect(page).toHaveURL(new RegExp(`^[^#]*${path}(#.*)?$`))
  await elsewhere.close()
})

test('a conference goes with its series', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  test.slow()
  await signInFor(page, wanda, '/conferences/weary-2030/edit')
  const section = page.getByRole('region', { name: 'Hand over' })
  await section.getByRole('radio', { name: 'All my 2 editions of Weary Conf' }).check()
  await section.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('Nils')
  await dialog.getByRole('button', { name: 'Choose Nils Next' }).click()
  await expect(dialog).toContainText('Weary Conf 2030 and 1 other edition: Weary Conf 2029')
  await dialog.getByRole('button', { name: 'Send the offer' }).click()
  await expect(section).toContainText('this conference and 1 other edition: Weary Conf 2029')

  const elsewhere = await browser.newContext({ baseURL })
  const next = await elsewhere.newPage()
  await signInFor(next, nils, '/conferences/weary-2030')
  await expect(next.getByRole('list', { name: 'Other editions' })).toHaveText('Weary Conf 2029')
  await next.getByRole('button', { name: 'Decline Weary Conf 2030' }).click()
  await expectMessage(next, 'Offer declined')
  await elsewhere.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('it is offered by the page of the new owner, who accepts', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, wanda)
    await page.goto('/conferences/weary-2030/edit')
    const section = page.getByRole('region', { name: 'Hand over' })
    const field = section.getByLabel('The page of the new owner')
    // By itself, because the browser would log the refusal.
    const refusal = await page.request.post('/conferences/weary-2030/edit', {
      headers: { origin: new URL(page.url()).origin },
      form: {
        _form: 'hand-over',
        event_id: await page.locator('#post-hand-over [name=event_id]').inputValue(),
        person: 'Nina',
      },
    })
    expect(refusal.status()).toBe(400)
    expect(await refusal.text()).toContain('Enter the address of the page of a member')
    expect(await refusal.text()).toContain('value="Nina"')
    await field.fill(`https://example.com/u/${ninaId}`)
    await section.getByRole('radio', { name: 'All my 2 editions of Weary Conf' }).check()
    await section.getByRole('button', { name: 'Hand over' }).click()
    await expect(section).toContainText(/Nina Newer can accept or decline .* Weary Conf 2029/)
    await section.getByRole('button', { name: 'Withdraw the offer' }).click()
    await expect(section.getByRole('button', { name: 'Withdraw the offer' })).toHaveCount(0)
    await field.fill(`/u/${ninaId}`)
    await section.getByRole('radio', { name: 'All my 2 editions of Weary Conf' }).check()
    await section.getByRole('button', { name: 'Hand over' }).click()
    await expect(section).toContainText('Nina Newer')

    await page.context().clearCookies()
    await signInByApi(page.request, nina)
    await page.goto('/conferences/weary-2030')
    await page.getByRole('button', { name: 'Accept Weary Conf 2030' }).click()
    await expect(page.getByText("You're the owner")).toBeVisible()
    await page.goto('/conferences/weary-2029')
    await expect(page.getByText("You're the owner")).toBeVisible()

    await page.goto('/conferences/weary-2031')
    await page.getByRole('button', { name: 'Take it over' }).click()
    await expect(page.getByText("You're the owner")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take it over' })).toHaveCount(0)
  })
})

import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { expect, test, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInFor } from '#tests/support/members.ts'

const olga = member('Olga Overworked')
const nils = member('Nils Next')
const path = '/conferences/days-of-olga'

test.use({
  refusals: [404],
  siteOptions: {
    prepare: async ({ db }) => {
      const [owner] = await makePeople(db, [olga, nils])
      await makeEvent(db, { name: 'Days of Olga', slug: 'days-of-olga', owner: owner! })
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

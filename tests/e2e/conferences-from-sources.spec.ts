// Covers: sources
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, sampleAccount, signInByApi } from '#tests/support/members.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [start, end] = [inDays(200), inDays(202)]

/** What other sites have at their addresses, by path. */
const files: Record<string, string> = {
  '/structured': `<html><head><title>Otter Days</title><script type="application/ld+json">${JSON.stringify({
    '@type': 'Event',
    name: 'Otter Days',
    startDate: start,
    endDate: end,
    location: { '@type': 'Place', address: { addressLocality: 'Bergen', addressCountry: 'NO' } },
  })}</script></head><body><a href="/cfp">Call for Papers</a></body></html>`,
  '/nothing': '<html><body>Hello</body></html>',
  '/javascript.json': JSON.stringify(
    ['Ferret Days', 'Mink Days', 'Polecat Days'].map((name) => ({
      ...{
        name,
        url: `https://${name.replace(' ', '-').toLowerCase()}.example`,
        startDate: start,
        endDate: end,
      },
      ...{ city: 'Bergen', country: 'Norway', online: false },
    })),
  ),
}
const server = createServer((request, response) => {
  const file = files[request.url!.replace(/\?.*/, '')]
  response.writeHead(file ? 200 : 404, { 'content-type': 'text/html' }).end(file)
})
server.listen(0, '127.0.0.1').unref()
await once(server, 'listening')
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

// A site of its own: the others only read theirs.
test.use({ siteOptions: { sample: true, env: { OUTBOUND: 'on', OUTBOUND_ALLOW: host } }, refusals: [422] })

test('a member pastes the address of a conference', async ({ page, isNarrow }) => {
  await signInByApi(page.request, sampleAccount('owner'))
  await visit(page, '/conferences/new')
  const address = page.getByLabel('The conference’s website')
  await address.fill(`http://${host}/nothing`)
  await page.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Nothing about a conference was found at this address. Please fill in the form',
  )
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

  const name = `Otter Days ${isNarrow ? 'Narrow' : 'Wide'}`
  await address.fill(`http://${host}/structured`)
  await page.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Otter Days')
  await expect(page.getByLabel('Start date')).toHaveValue(start)
  await expect(page.getByLabel('End date')).toHaveValue(end)
  await expect(page.getByLabel('Location')).toHaveValue('Bergen')
  await expect(page.getByLabel('Country')).toHaveValue('Norway')
  await expect(page.getByLabel(/List its call for papers/)).toBeChecked()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  // What is typed stays, also after a reload.
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Three days by the water.')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expectMessage(page, 'Event created successfully')

  // The next one who pastes it sees the record first.
  await visit(page, `/conferences/new?url=${encodeURIComponent(`http://${host}/structured`)}`)
  await expect(page.getByText(/^It is (probably listed already|already listed):/)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Edit this conference' }).click()
  await expect(page.getByLabel('Start date')).toHaveValue(start)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the address fills in the form, too', async ({ page }) => {
    await signInByApi(page.request, sampleAccount('owner'))
    await page.goto('/conferences/new')
    await page.getByLabel('The conference’s website').fill(`http://${host}/structured?plain`)
    await page.getByRole('button', { name: 'Fill in the form' }).click()
    await expect(page.getByLabel('Start date')).toHaveValue(start)
    await expect(page.getByLabel('Location')).toHaveValue('Bergen')
  })
})

test('an administrator adds a source, and decides on what it proposes @once', async ({ page }) => {
  await signInByApi(page.request, sampleAccount('admin'))
  await visit(page, '/admin/sources')
  await page.getByRole('button', { name: 'Add the source' }).click()
  await expect(page.getByRole('alert')).toHaveText('A source needs a name')
  await page.getByLabel('Name', { exact: true }).fill('Small animals')
  await page.getByLabel('Licence').fill('CC BY-NC 4.0')
  await page.getByLabel('Addresses').fill(`http://${host}/javascript.json`)
  await page.getByRole('button', { name: 'Add the source' }).click()
  await expectMessage(page, 'Source added')
  await page.getByRole('button', { name: 'Read now Small animals' }).click()
  await expect(page.getByText('3 proposals')).toBeVisible()
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])

  await visit(page, '/admin/proposals')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 768])).toEqual([])
  await page.getByRole('button', { name: 'Never list Mink Days' }).click()
  await expectMessage(page, 'Declined Mink Days')
  await page.getByRole('checkbox', { name: /Ferret Days/ }).check()
  await page.getByRole('checkbox', { name: /Polecat Days/ }).check()
  await page.getByRole('button', { name: 'List the selected proposed conferences', exact: true }).click()
  await page.getByRole('button', { name: 'List 2 proposed conferences' }).click()
  await expectMessage(page, 'Listed 2 proposed conferences')
  await expect(page.getByText('No conferences are proposed.')).toBeVisible()

  await visit(page, '/conferences/ferret-days')
  await expect(page.getByText('Small animals, licence CC BY-NC 4.0')).toBeVisible()
  // Its licence forbids to pass it on.
  const exported = await page.request.get('/admin/export/conferences.csv')
  expect(await exported.text()).not.toContain('Ferret Days')
})

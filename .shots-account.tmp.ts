import { chromium } from 'playwright'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const base = 'http://127.0.0.1:3304'
for (const [w, scheme] of [[1280,'light'],[375,'dark']] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme, baseURL: base })
  const page = await context.newPage()
  page.on('console', (m) => console.log(m.type(), m.text()))
  await page.request.post('/api/auth/sign-in/email', { data: { email: 'member@example.com', password: 'hallway-demo' }, headers: { origin: base } })
  for (const path of ['/profile/edit', '/account/settings', '/invitations']) {
    await page.goto(path); await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/account/${path.replaceAll('/','_')}-${w}.png`, fullPage: true })
  }
  const me = (await (await page.request.get('/api/v1/site')).json()).viewer.id
  await page.goto(`/u/${me}`); await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/account/u-${w}.png`, fullPage: true })
  await page.goto('/account/settings'); await page.waitForTimeout(800)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.screenshot({ path: `/tmp/account/delete-${w}.png` })
}
await browser.close()

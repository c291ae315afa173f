import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'

/** What mail programs make links of: a scheme, or a name with something like a top-level domain. */
const linkLike = /:\/\/|[\p{L}\p{N}-][.\u3002\u2024\uff0e\uff61](?!js\b)\p{L}{2,}/iu

test.each([
  'URGENT: verify at https://evil.example/login',
  'HTTP://EVIL.EXAMPLE',
  'ftp://evil.example',
  'hxxp://evil.example:8080/a.php',
  'www.evil.example',
  'evil.example',
  'evil.co.uk/login?a=b',
  'me@evil.example',
  'mailto:me@evil.example',
  'https:\\\\evil.example',
  'xn--evil-abc.example',
  'bücher.example',
  'evil\u2024example evil\uff0eexample evil\uff61example',
  'node.js.evil.example',
  '4chan.org',
  'https://1.2.3.4/',
  'a_b.example',
])('%j in the text of a member is no link in a mail', (written) => {
  const siteUrl = 'http://127.0.0.1:3000'
  const { subject, text, html } = composeMail({
    siteName: 'Hallway',
    siteUrl,
    subject: `${written} invites you`,
    lines: [`<${written}> invites you`],
    button: { label: 'See it', url: `${siteUrl}/conferences/x` },
  })
  const ours = (part: string) => part.replaceAll(siteUrl, '')
  expect(subject).not.toMatch(linkLike)
  expect(ours(text)).not.toMatch(linkLike)
  expect(ours(html)).not.toMatch(linkLike)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`${siteUrl}/conferences/x`])
})

test.each([
  'Node.js Interactive',
  'Version 2.0',
  'e.g. this, and so on...',
  '9:30 to 10:15',
  'A.B. Smith',
  'Go/No-Go',
])('%j stays as it is', (written) => {
  const { subject, text } = composeMail({
    siteName: 'Hallway',
    siteUrl: 'http://127.0.0.1',
    subject: written,
    lines: [written],
  })
  expect([subject, text.split('\n')[0]]).toEqual([written, written])
})

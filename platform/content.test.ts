import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMarkdown } from '#lib/read-markdown.ts'
import { readTexts } from './content.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hallway-content-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('without a folder, or in an empty one, there are no pages of the operator', async () => {
  expect(await readTexts(undefined)).toEqual({})
  expect(await readTexts(folder)).toEqual({})
})

test('the files that are there are read, others are not', async () => {
  await writeFile(
    path.join(folder, 'privacy.md'),
    '---\ntitle: Data\nsummary: In short.\n---\n\nWe keep *little*.\n',
  )
  await writeFile(path.join(folder, 'terms.md'), '# Our rules\n\nBe kind.\n')
  await writeFile(path.join(folder, 'secret.md'), 'Not a page')
  expect(await readTexts(folder)).toEqual({
    privacy: { title: 'Data', summary: 'In short.', html: '<p>We keep <em>little</em>.</p>\n' },
    terms: { title: 'Our rules', summary: '', html: expect.stringContaining('<p>Be kind.</p>') },
  })
})

test('a folder that is not there, and a page without a title, are said in one sentence', async () => {
  await expect(readTexts(path.join(folder, 'nothing'))).rejects.toThrow(/^CONTENT_DIR can't be read: ENOENT/)
  await writeFile(path.join(folder, 'about.md'), 'Only text')
  await expect(readTexts(folder)).rejects.toThrow(/^about\.md in CONTENT_DIR has no title/)
})

test.each([
  ['<script>alert(1)</script>', '<script'],
  ['text <img src=x onerror=alert(1)> text', '<img'],
  ['[here](javascript:alert(1))', '<a '],
  ['[here](data:text/html,x)', '<a '],
  ['![x](https://example.com/x.png)', '<img'],
])('%s is shown, not used', (source, markup) => {
  expect(readMarkdown(source).html).not.toContain(markup)
})

test('links to pages, mail and other sites work', () => {
  for (const href of ['/terms', 'mailto:a@example.org', 'https://example.org/?a=1&amp;b=2'])
    expect(readMarkdown(`[x](${href})`).html).toContain('<a href=')
})

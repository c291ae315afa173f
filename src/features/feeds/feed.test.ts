import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { feedDocument } from './feed.ts'

const entry = (n: number, text = 'A text') => ({
  id: `urn:uuid:00000000-0000-4000-8000-00000000000${n}`,
  title: text,
  url: `https://hallway.example/conferences/${n}?a=1&b=2`,
  summary: text,
  published_at: Date.UTC(2026, 0, n + 1),
  updated_at: Date.UTC(2026, 1, n + 1),
  categories: n % 2 === 0 ? [] : ['C++', text],
})
const feed = (format: 'atom' | 'json', texts: string[]) =>
  feedDocument(format, {
    title: texts[0] ?? 'Nothing yet',
    description: 'Conferences',
    url: 'https://hallway.example/conferences?topics=a&countries=b',
    feedUrl: (format) => `https://hallway.example/conferences/feed.${format}?topics=a&countries=b`,
    siteName: 'Hallway & friends',
    entries: texts.map((text, n) => entry(n, text)),
  })

const atom = (texts: string[]) => feed('atom', texts)

/** What xmllint says against the schema of RFC 4287; empty if the feed follows it. */
const complaints = (feed: string) => {
  const { status, stderr } = spawnSync(
    '/usr/bin/xmllint',
    ['--nonet', '--noout', '--relaxng', 'tests/fixtures/atom.rng', '-'],
    { input: feed, encoding: 'utf8' },
  )
  return status === 0 ? '' : stderr
}

describe.skipIf(!existsSync('/usr/bin/xmllint'))('Atom follows RFC 4287 (not run without xmllint)', () => {
  test.each([
    ['no entries', []],
    ['plain texts', ['One', 'Two']],
    ['markup, quotes and the end of CDATA', ['<b>&amp;</b> "x" \'y\'', ']]> <![CDATA[', '&', '</entry>']],
    ['other scripts and what XML forbids', ['日本語 🎉', 'שלום \u202e', '\u0000\u0008\ufffe', '\ud800']],
  ])('with %s', (_, texts) => {
    expect(complaints(atom(texts))).toBe('')
  })

  test('the schema refuses what it should', () => {
    const document = atom(['One'])
    for (const broken of [
      document.replace(/<updated>[^<]*<\/updated>/, ''),
      document.replace(/<id>[^<]*<\/id>/, ''),
      document.replace(/<published>[^<]*</, '<published>yesterday<'),
      document.replace('</author>', '</author><author/>'),
      document.replace('</feed>', '<unknown/></feed>'),
    ]) {
      expect(broken).not.toBe(document)
      expect(complaints(broken)).not.toBe('')
    }
  })
})

test('a text with angle brackets is text, in both formats', () => {
  const text = '<b>C++</b> & std::vector<T>'
  expect(atom([text])).toContain('<title>&lt;b&gt;C++&lt;/b&gt; &amp; std::vector&lt;T&gt;</title>')
  const [item] = JSON.parse(feed('json', [text])).items
  expect(item).toMatchObject({ title: text, content_text: text })
  expect(item).not.toHaveProperty('content_html')
})

test('a feed was updated when the latest of its entries was, wherever that stands', () => {
  const at = (updated_at: number) => ({ ...entry(1), updated_at })
  const updated = feedDocument('atom', {
    title: 'Feed',
    description: 'Conferences',
    url: 'https://hallway.example/',
    feedUrl: (format) => `https://hallway.example/feed.${format}`,
    siteName: 'Hallway',
    entries: [at(Date.UTC(2026, 1, 2)), at(Date.UTC(2026, 4, 6)), at(Date.UTC(2026, 2, 3))],
  }).match(/<updated>[^<]*/g)
  expect(updated?.[0]).toBe('<updated>2026-05-06T00:00:00.000Z')
})

test('what no XML may hold is left out of it', () => {
  expect(atom(['a\u0000\u0008b\ufffe\ud800c'])).toContain('<title>ab\ufffdc</title>')
})

test('an item of a JSON feed says when it was published, and when it was changed', () => {
  const [item] = JSON.parse(feed('json', ['One'])).items
  expect(item).toMatchObject({
    date_published: '2026-01-01T00:00:00.000Z',
    date_modified: '2026-02-01T00:00:00.000Z',
  })
})

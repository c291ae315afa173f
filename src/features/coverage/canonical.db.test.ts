import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { kindOf, playerOf } from './link.ts'

const context = useStore()

/** Canonical address, kind, and the addresses that lead to it. */
const table: [canonical: string, kind: string, ...addresses: string[]][] = [
  [
    'https://www.youtube.com/watch?v=PAAkCSZUG1c',
    'video',
    'https://www.youtube.com/watch?v=PAAkCSZUG1c',
    'http://youtube.com/watch?v=PAAkCSZUG1c',
    'https://m.youtube.com/watch?v=PAAkCSZUG1c',
    'https://music.youtube.com/watch?v=PAAkCSZUG1c',
    'https://youtu.be/PAAkCSZUG1c',
    'https://youtu.be/PAAkCSZUG1c?si=x3SlIxYxmTwx4Cnb',
    'http://youtu.be/PAAkCSZUG1c/',
    'https://www.youtube.com/watch?v=PAAkCSZUG1c&list=PL3NQHgGj2vtsJkK6ZyTzogNUTqe4nFSWd&index=4',
    'https://www.youtube.com/watch?feature=youtu.be&v=PAAkCSZUG1c',
    'https://www.youtube.com/watch/?v=PAAkCSZUG1c',
    'https://www.youtube.com/watch?app=desktop&v=PAAkCSZUG1c&ab_channel=TheGoProgrammingLanguage',
    'https://www.youtube.com/embed/PAAkCSZUG1c',
    'https://www.youtube.com/embed/PAAkCSZUG1c?rel=0&autoplay=1',
    'https://www.youtube-nocookie.com/embed/PAAkCSZUG1c',
    'https://www.youtube.com/live/PAAkCSZUG1c',
    'https://www.youtube.com/live/PAAkCSZUG1c?feature=share',
    'https://www.youtube.com/shorts/PAAkCSZUG1c',
    'https://www.youtube.com/v/PAAkCSZUG1c',
    'https://www.youtube.com/e/PAAkCSZUG1c',
    'HTTPS://WWW.YouTube.com/watch?v=PAAkCSZUG1c',
    'https://www.youtube.com:443/watch?v=PAAkCSZUG1c',
    'https://www.youtube.com/watch?v=PAAkCSZUG1c&t=0s',
  ],
  [
    'https://www.youtube.com/watch?v=8pTEmbeENF4&t=95',
    'video',
    'https://www.youtube.com/watch?v=8pTEmbeENF4&t=95',
    'https://www.youtube.com/watch?v=8pTEmbeENF4&t=95s',
    'https://youtu.be/8pTEmbeENF4?t=1m35s',
    'https://youtu.be/8pTEmbeENF4?si=abc&t=95',
    'https://www.youtube.com/embed/8pTEmbeENF4?start=95',
    'https://www.youtube.com/live/8pTEmbeENF4?t=95s',
    'https://www.youtube.com/watch?v=8pTEmbeENF4#t=95',
  ],
  ['https://www.youtube.com/watch?v=f84n5oFoZBc&t=3723', 'video', 'https://youtu.be/f84n5oFoZBc?t=1h2m3s'],
  [
    'https://www.youtube.com/playlist?list=PLEx5khR4g7PJELLTYwXZHcimWAwTUaWGA',
    'other',
    'https://www.youtube.com/playlist?list=PLEx5khR4g7PJELLTYwXZHcimWAwTUaWGA',
    'https://www.youtube.com/playlist?list=PLEx5khR4g7PJELLTYwXZHcimWAwTUaWGA&si=abcdef',
  ],
  [
    'https://vimeo.com/36579366',
    'video',
    'https://vimeo.com/36579366',
    'http://vimeo.com/36579366/',
    'https://www.vimeo.com/36579366',
    'https://player.vimeo.com/video/36579366',
    'https://player.vimeo.com/video/36579366?title=0&byline=0',
    'https://vimeo.com/channels/staffpicks/36579366',
    'https://vimeo.com/groups/wcphx/videos/36579366',
    'https://vimeo.com/album/2838732/video/36579366',
    'https://vimeo.com/showcase/2838732/video/36579366',
  ],
  [
    'https://vimeo.com/291878347/4b7e9b5b4a',
    'video',
    'https://vimeo.com/291878347/4b7e9b5b4a',
    'https://player.vimeo.com/video/291878347?h=4b7e9b5b4a&dnt=1',
  ],
  [
    'https://vimeo.com/36579366#t=90s',
    'video',
    'https://vimeo.com/36579366#t=90s',
    'https://vimeo.com/36579366#t=1m30s',
  ],
  [
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains',
    'video',
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains',
    'http://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains/',
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains/oembed',
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains/related',
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains#l=eng',
  ],
  [
    'https://media.ccc.de/v/36c3-10652-bahnmining_-_punktlichkeit_ist_eine_zier#t=1200',
    'video',
    'https://media.ccc.de/v/36c3-10652-bahnmining_-_punktlichkeit_ist_eine_zier#t=1200',
    'https://media.ccc.de/v/36c3-10652-bahnmining_-_punktlichkeit_ist_eine_zier#t=20m0s',
  ],
  [
    'https://framatube.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'video',
    'https://framatube.org/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://framatube.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://framatube.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://framatube.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?warningTitle=0',
  ],
  [
    'https://peertube.debian.social/w/kkGMgK9ZtnKfYAgnEtQxbv',
    'video',
    'https://peertube.debian.social/w/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://peertube.debian.social/w/kkGMgK9ZtnKfYAgnEtQxbv/',
  ],
  [
    'https://tube.tchncs.de/w/kkGMgK9ZtnKfYAgnEtQxbv?start=60s',
    'video',
    'https://tube.tchncs.de/w/kkGMgK9ZtnKfYAgnEtQxbv?start=60s',
    'https://tube.tchncs.de/w/kkGMgK9ZtnKfYAgnEtQxbv?start=1m0s',
  ],
  [
    'https://archive.org/details/ElephantsDream',
    'video',
    'https://archive.org/details/ElephantsDream',
    'http://www.archive.org/details/ElephantsDream',
    'https://archive.org/embed/ElephantsDream',
    'https://archive.org/stream/ElephantsDream',
    'https://archive.org/download/ElephantsDream/',
  ],
  [
    'https://archive.org/details/dconf2019/day1.mp4',
    'video',
    'https://archive.org/details/dconf2019/day1.mp4',
    'https://archive.org/embed/dconf2019/day1.mp4',
  ],
  [
    'https://archive.org/download/ElephantsDream/ed_1024.mp4',
    'video',
    'https://archive.org/download/ElephantsDream/ed_1024.mp4',
  ],
  [
    'https://video.fosdem.org/2024/janson/fosdem-2024-1774.av1.webm',
    'video',
    'https://video.fosdem.org/2024/janson/fosdem-2024-1774.av1.webm',
  ],
  [
    'https://speakerdeck.com/matz/rubykaigi-2024',
    'slides',
    'https://speakerdeck.com/matz/rubykaigi-2024',
    'http://speakerdeck.com/matz/rubykaigi-2024/',
    'https://www.speakerdeck.com/matz/rubykaigi-2024',
    'https://speakerdeck.com/matz/rubykaigi-2024?slide=12',
    'https://speakerdeck.com/u/matz/p/rubykaigi-2024',
    'https://speakerdeck.com/matz/rubykaigi-2024#utm_source=x',
  ],
  [
    'https://www.slideshare.net/kohsuke/jenkins-user-conference-2011',
    'slides',
    'https://www.slideshare.net/kohsuke/jenkins-user-conference-2011',
    'http://slideshare.net/kohsuke/jenkins-user-conference-2011',
    'https://de.slideshare.net/kohsuke/jenkins-user-conference-2011',
    'https://www.slideshare.net/mobile/kohsuke/jenkins-user-conference-2011',
    'https://www.slideshare.net/kohsuke/jenkins-user-conference-2011?next_slideshow=1',
  ],
  [
    'https://www.slideshare.net/slideshow/what-is-devops-235670923/235670923',
    'slides',
    'https://www.slideshare.net/slideshow/what-is-devops-235670923/235670923',
    'https://fr.slideshare.net/slideshow/what-is-devops-235670923/235670923#3',
  ],
  [
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY',
    'slides',
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY',
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/edit?usp=sharing',
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/edit#slide=id.p',
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/preview',
    'https://docs.google.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/present',
    'https://docs.google.com/presentation/u/0/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/view',
    'https://docs.google.com/a/example.com/presentation/d/1Uwd5xQk0ypPsnHhgnXxd3YIBPnLyZEU5P0b8vdoWPCY/edit',
  ],
  [
    'https://docs.google.com/presentation/d/e/2PACX-1vQ9xVtGkZyQ/pub',
    'slides',
    'https://docs.google.com/presentation/d/e/2PACX-1vQ9xVtGkZyQ/pub?start=false&loop=false&delayms=3000',
    'https://docs.google.com/presentation/d/e/2PACX-1vQ9xVtGkZyQ/embed',
  ],
  [
    'https://drive.google.com/file/d/1mW2pVq8mQ3x7h_kQF6',
    'other',
    'https://drive.google.com/file/d/1mW2pVq8mQ3x7h_kQF6/view?usp=sharing',
    'https://drive.google.com/open?id=1mW2pVq8mQ3x7h_kQF6',
    'https://drive.google.com/file/d/1mW2pVq8mQ3x7h_kQF6/preview',
  ],
  [
    'https://github.com/ruby/ruby',
    'code',
    'https://github.com/ruby/ruby',
    'http://www.github.com/Ruby/Ruby',
    'https://github.com/ruby/ruby.git',
    'https://github.com/ruby/ruby/',
    'https://github.com/ruby/ruby/tree/master',
    'https://github.com/ruby/ruby?tab=readme-ov-file#readme',
  ],
  [
    'https://github.com/dubbo-go/talks/blob/main/2024/Talk.pdf',
    'slides',
    'https://github.com/dubbo-go/talks/blob/main/2024/Talk.pdf',
    'https://github.com/dubbo-go/talks/blob/main/2024/Talk.pdf?utm_source=mail',
  ],
  [
    'https://github.com/golang/go/tree/master/src#L10',
    'code',
    'https://github.com/golang/go/tree/master/src#L10',
  ],
  ['https://codeberg.org/forgejo/forgejo', 'code', 'https://codeberg.org/forgejo/forgejo'],
  ['https://arxiv.org/abs/1706.03762', 'paper', 'https://arxiv.org/abs/1706.03762'],
  ['https://lwn.net/Articles/961884/', 'writeup', 'https://lwn.net/Articles/961884/'],
  [
    'https://jvns.ca/blog/2017/04/23/the-fish-shell-is-awesome/',
    'writeup',
    'https://jvns.ca/blog/2017/04/23/the-fish-shell-is-awesome/',
    'https://jvns.ca/blog/2017/04/23/the-fish-shell-is-awesome/?utm_source=hn&utm_medium=social',
    'https://jvns.ca/blog/2017/04/23/the-fish-shell-is-awesome/?fbclid=IwAR0',
    'https://JVNS.ca/blog/2017/04/23/the-fish-shell-is-awesome/#',
    'https://jvns.ca/blog/2017/04/23/the-fish-shell-is-awesome/#:~:text=fish',
  ],
  [
    'https://simonwillison.net/',
    'other',
    'https://simonwillison.net',
    'https://simonwillison.net/',
    'HTTPS://SimonWillison.net:443/',
  ],
  ['https://example.org/talk?a=1&b=2', 'other', 'https://example.org/talk?a=1&utm_campaign=x&b=2'],
  ['http://example.org:8080/Slides/', 'other', 'http://EXAMPLE.org:8080/Slides/'],
  ['https://example.org/deck.html#/3', 'other', 'https://example.org/deck.html#/3'],
  [
    'https://example.org/slides.pdf',
    'slides',
    'https://example.org/slides.pdf',
    'https://example.org/slides.pdf?gclid=1',
  ],
  ['https://münchen.example/vortrag', 'other', 'https://münchen.example/vortrag'],
  ['http://[2001:db8::1]/a', 'other', 'http://[2001:db8::1]/a'],
]
const addresses = table.flatMap(([canonical, kind, ...all]) => all.map((url) => ({ url, canonical, kind })))

test('120 addresses and more have their canonical forms, which stay what they are', async () => {
  expect(addresses.length).toBeGreaterThanOrEqual(120)
  const forms = await rows<{ url: string; canonical: string; again: string }>(
    context.store.db,
    sql`
      select url, canonical_url(url) as canonical, canonical_url(canonical_url(url)) as again
      from unnest(${sql.param(addresses.map(({ url }) => url))}::text[]) with ordinality as each (url, place) order by place`,
  )
  expect(forms.map(({ url, canonical }) => ({ url, canonical }))).toEqual(
    addresses.map(({ url, canonical }) => ({ url, canonical })),
  )
  expect(forms.filter(({ canonical, again }) => canonical !== again)).toEqual([])
})

test.each(table.map(([canonical, kind]) => [canonical, kind]))('%s is %s', (canonical, kind) => {
  expect(kindOf(canonical)).toBe(kind)
})

test('http, www and a slash alone make no other address', async () => {
  const [row] = await rows<{ keys: number }>(
    context.store.db,
    sql`
      select count(distinct address_key(url))::integer as keys from unnest(array[
        'http://example.org/talk', 'https://www.example.org/talk/', 'https://example.org/talk/index.html'
      ]) as url`,
  )
  expect(row!.keys).toBe(1)
})

test('only three hosts play here, from the moment of the address', () => {
  expect(table.flatMap(([canonical]) => playerOf(canonical)?.url ?? [])).toEqual([
    'https://www.youtube-nocookie.com/embed/PAAkCSZUG1c?autoplay=1',
    'https://www.youtube-nocookie.com/embed/8pTEmbeENF4?autoplay=1&start=95',
    'https://www.youtube-nocookie.com/embed/f84n5oFoZBc?autoplay=1&start=3723',
    'https://player.vimeo.com/video/36579366?autoplay=1&dnt=1',
    'https://player.vimeo.com/video/291878347?autoplay=1&dnt=1&h=4b7e9b5b4a',
    'https://player.vimeo.com/video/36579366?autoplay=1&dnt=1#t=90s',
    'https://media.ccc.de/v/37c3-12142-breaking_drm_in_polish_trains/oembed',
    'https://media.ccc.de/v/36c3-10652-bahnmining_-_punktlichkeit_ist_eine_zier/oembed#t=1200',
  ])
  for (const url of [
    'https://www.youtube.com.evil.example/watch?v=PAAkCSZUG1c',
    'https://evil.example/?https://vimeo.com/1',
    'https://media.ccc.de/v/a"onload=alert(1)?x',
    'javascript:alert(1)',
  ])
    expect(playerOf(url)).toBeUndefined()
})

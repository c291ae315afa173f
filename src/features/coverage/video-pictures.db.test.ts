import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { type FetchOptions, OutboundError } from '#platform/fetch-safely.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { forgetUnlinked, listNewAddresses } from './check-links.server.ts'
import { fetchVideoPictures } from './video-pictures.server.ts'

const context = useStore()
const frame = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#b3261e' } })
  .jpeg()
  .toBuffer()

/** The internet: what each address answers; everything else is not there. */
function internet(
  answers: Record<string, Buffer | string>,
  otherwise = new OutboundError('HTTP_STATUS', 404),
) {
  const requests: string[] = []
  const fetchSafely = async (url: string, options: FetchOptions = {}) => {
    requests.push(url)
    const answer = answers[url] ?? otherwise
    if (answer instanceof OutboundError) throw answer
    const body = Buffer.from(answer)
    if (body.length > options.maxBytes!) throw new OutboundError('TOO_LARGE')
    return {
      status: 'ok' as const,
      body,
      contentType: undefined,
      etag: undefined,
      lastModified: undefined,
      finalUrl: url,
    }
  }
  return { requests, fetchSafely: Object.assign(fetchSafely, { isOn: true }) }
}

const videos = {
  youtube: 'https://youtu.be/abcdefghijk?t=30',
  vimeo: 'https://vimeo.com/123',
  ccc: 'https://media.ccc.de/v/38c3-some-talk',
  missing: 'https://www.youtube.com/watch?v=missing_one',
  broken: 'https://vimeo.com/456',
  page: 'https://video.example/films/1',
}
const vimeoAnswer = (id: number) =>
  `https://vimeo.com/api/oembed.json?width=480&url=https%3A%2F%2Fvimeo.com%2F${id}`
const answers = {
  'https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg': frame,
  [vimeoAnswer(123)]: '{"thumbnail_url":"https://i.vimeocdn.com/1.jpg"}',
  'https://i.vimeocdn.com/1.jpg': frame,
  'https://media.ccc.de/public/events/38c3-some-talk': '{"thumb_url":"https://static.media.ccc.de/1.svg"}',
  'https://static.media.ccc.de/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  [vimeoAnswer(456)]: 'not JSON',
}

test('each video gets the picture of its host once, in two sizes; what cannot be had is left out', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { start_date: '2026-05-01', end_date: '2026-05-02' })
  const talk = await makeTalk(db, { event })
  for (const url of Object.values(videos)) await makeTalkLink(db, { talk, kind: 'video', url })
  await listNewAddresses(db)

  const offline = internet({}, new OutboundError('TIMEOUT'))
  await fetchVideoPictures(db, offline, async () => false)
  const run = internet(answers)
  await fetchVideoPictures(db, run, async () => true)
  expect(run.requests).not.toContain(videos.page)
  const first = run.requests.length
  await fetchVideoPictures(db, run, async () => true)
  expect(run.requests.length).toBe(first)

  const links = await callAs(context.store, null, '2026-06-01').coverage.ofTalk({ id: talk.id })
  const pictured = links.filter((link) => link.picture !== null)
  expect(pictured.map(({ url }) => url).sort()).toEqual([
    'https://vimeo.com/123',
    'https://www.youtube.com/watch?v=abcdefghijk&t=30',
  ])
  const [storedPicture] = await rows<{ large: Buffer; small: Buffer; uploaded_by: null }>(db)`
    select large, small, uploaded_by from pictures where name = ${pictured[0]!.picture!.slice(10, 42)}`
  expect(storedPicture!.uploaded_by).toBe(null)
  const sizeOf = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(bytes).metadata()
    return [width, height, format]
  }
  expect(await sizeOf(Buffer.from(storedPicture!.large))).toEqual([480, 270, 'webp'])
  expect(await sizeOf(Buffer.from(storedPicture!.small))).toEqual([240, 135, 'webp'])

  await db.execute('delete from talk_links')
  await forgetUnlinked(db)
  expect(await rows(db)`select from pictures`).toEqual([])
})

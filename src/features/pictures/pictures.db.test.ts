import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { profiles } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { apiOf, password, signIn } from '#tests/support/people-of-all-kinds.ts'
import { pictures } from './pictures.tables.ts'

const context = useStore()

let member: Person
beforeAll(async () => {
  member = await makePerson(context.store.db, { name: 'Max Member', password })
})

const as = (person: Person) => callAsPerson(context.store, person)
const fileOf = (bytes: Uint8Array | string, name = 'me.png') => new File([bytes as BlobPart], name)
const upload = async (person: Person, bytes: Uint8Array | string, name?: string) => {
  await context.store.db.execute(sql`delete from rate_limits`)
  return as(person).pictures.upload({ file: fileOf(bytes, name) })
}
const get = (path: string, headers: Record<string, string> = {}) => apiOf(context.store)(path, { headers })
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

/** A picture of one colour, or with a left and a right half. */
const drawn = (width: number, height: number, background = '#c06') =>
  sharp({ create: { width, height, channels: 3, background } })
const halves = (width: number, height: number) =>
  drawn(width, height, '#ff0000').composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ])
let seed = 0
function anyPicture(): Promise<Buffer> {
  seed += 1
  return drawn(8, 8, `hsl(${seed * 50}, 90%, 50%)`)
    .png()
    .toBuffer()
}
const isKept = async (path: string) => (await get(path)).status === 200

describe('an upload', () => {
  test('becomes two squares in WebP, which are served for ever', async () => {
    const { path } = await upload(member, await halves(900, 600).jpeg().toBuffer())
    expect(path).toMatch(/^\/pictures\/[0-9a-f]{32}\.webp$/)
    for (const [address, size] of [
      [path, serverLimits.pictureSize],
      [path.replace('.webp', '-small.webp'), serverLimits.pictureSmallSize],
    ] as const) {
      const answer = await get(address)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      })
      const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect([format, width, height]).toEqual(['webp', size, size])
      const etag = answer.headers.get('etag')!
      expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
    }
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be %s, whatever its name says', async (format) => {
    const bytes = await drawn(40, 30).toFormat(format).toBuffer()
    const { path } = await upload(member, bytes, 'picture.html')
    expect(await isKept(path)).toBe(true)
  })

  test('of a photo is cropped, of a logo is not', async () => {
    const file = fileOf(await halves(900, 300).png().toBuffer())
    const photo = await as(member).pictures.upload({ file, shape: 'photo' })
    const logo = await as(member).pictures.upload({ file, shape: 'logo' })
    const corner = async (path: string) => {
      const { data } = await sharp(await bytesOf(path))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data[3]
    }
    expect([await corner(photo.path), await corner(logo.path)]).toEqual([255, 0])
  })

  test('is turned upright, and tells no place, no camera and no date', async () => {
    const bytes = await halves(60, 60)
      .withExif({
        IFD0: { Make: 'Secret Camera', Orientation: '3' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 23/1 30/1' },
      })
      .withMetadata({ orientation: 3 })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif?.includes('Secret Camera')).toBe(true)
    const { path } = await upload(member, bytes)
    for (const address of [path, path.replace('.webp', '-small.webp')]) {
      const output = await bytesOf(address)
      const { exif, iptc, xmp, icc, orientation } = await sharp(output).metadata()
      expect({ exif, iptc, xmp, icc, orientation }).toEqual({})
      expect(output.includes('Secret')).toBe(false)
    }
    const { data } = await sharp(await bytesOf(path))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // The left half was red: turned by 180 degrees it is blue.
    expect(data[2]).toBeGreaterThan(200)
  })

  test('of noise stays within what a row may hold', async () => {
    const width = 1200
    const noise = Buffer.alloc(width * width * 3)
    for (let index = 0; index < noise.length; index++) noise[index] = (index * 2654435761) >>> (index % 13)
    const bytes = await sharp(noise, { raw: { width, height: width, channels: 3 } })
      .jpeg({ quality: 80 })
      .toBuffer()
    const { path } = await upload(member, bytes)
    expect(await isKept(path)).toBe(true)
  })
})

/** A PNG that says it has so many pixels; its zeros take little room. */
async function bomb(size: number): Promise<Buffer> {
  const small = await drawn(1, 1).png().toBuffer()
  const bytes = Buffer.from(small)
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  const { crc32 } = await import('node:zlib')
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
const realBomb = () =>
  sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
const moving = () =>
  sharp(Buffer.concat([Buffer.alloc(16 * 16 * 3, 10), Buffer.alloc(16 * 16 * 3, 200)]), {
    raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
  })

const hostile: [what: string, make: () => Promise<Uint8Array | string>, name?: string][] = [
  ['an SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg'],
  ['HTML that is called a PNG', async () => '<!doctype html><script>alert(1)</script>', 'a.png'],
  ['a PNG that says 30000 x 30000', () => bomb(30_000)],
  ['a PNG of 5001 x 5001', () => bomb(5001)],
  ['a JPEG that is cut', async () => (await halves(800, 800).jpeg().toBuffer()).subarray(0, 2000)],
  ['a PNG that is cut', async () => (await halves(800, 800).png().toBuffer()).subarray(0, 300)],
  ['a GIF', () => drawn(9, 9).gif().toBuffer()],
  ['a TIFF', () => drawn(9, 9).tiff().toBuffer()],
  ['a WebP that moves', () => moving().webp().toBuffer()],
  ['nothing', async () => ''],
  ['a PNG signature and nothing', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
  [
    'a JPEG signature before HTML',
    async () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
  ],
  ['a PDF', async () => '%PDF-1.7 %âãÏÓ'],
]

describe('refused, with a sentence and without a row, is', () => {
  test.each(hostile)('%s', async (_, make, name) => {
    const before = await context.store.db.$count(pictures)
    expect(await refusal(upload(member, await make(), name))).toEqual({
      code: 'UNREADABLE',
      message:
        'This file can’t be used. Please choose a JPEG, PNG, WebP or AVIF picture that does not move and has at most 25 million pixels.',
    })
    expect(await context.store.db.$count(pictures)).toBe(before)
  })

  test('a bomb of 144 million real pixels, in little memory', async () => {
    const bytes = await realBomb()
    expect(bytes.length).toBeLessThan(limits.pictureFile)
    const before = process.memoryUsage().rss
    expect((await refusal(upload(member, bytes)))?.code).toBe('UNREADABLE')
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  test('one byte more than 5 MB, by its size and not by its content', async () => {
    const file = Buffer.concat([await anyPicture(), Buffer.alloc(limits.pictureFile)])
    const tooLarge = { code: 'PAYLOAD_TOO_LARGE', message: 'A picture has at most 5 MB' }
    expect(await refusal(upload(member, file.subarray(0, limits.pictureFile + 1)))).toEqual(tooLarge)
    expect(await refusal(upload(member, file.subarray(0, limits.pictureFile)))).toBe(undefined)
  })

  test('the same over HTTP; a visitor gets no further than an ordinary body', async () => {
    const api = apiOf(context.store)
    const cookie = await signIn(api, member.email)
    const send = (size: number, cookie: string) => {
      const body = new FormData()
      body.set('file', new File([Buffer.alloc(size)], 'a.png'))
      return api('/api/v1/pictures', {
        method: 'POST',
        headers: { cookie, origin: 'http://hallway.test' },
        body,
      })
    }
    const statusOf = async (size: number, cookie: string) => (await send(size, cookie)).status
    expect(await statusOf(2 * 1024 * 1024, '')).toBe(413)
    expect(await statusOf(2 * 1024 * 1024, cookie)).toBe(422)
    expect(await statusOf(limits.pictureFile + 1, cookie)).toBe(413)
    const much = await send(limits.pictureFile + 1024 * 1024, cookie)
    expect([much.status, ((await much.json()) as { message: string }).message]).toEqual([
      413,
      'A picture has at most 5 MB',
    ])
  })

  test('more than thirty a day', async () => {
    const person = await makePerson(context.store.db)
    const file = fileOf(await anyPicture())
    for (let n = 0; n < serverLimits.picturesPerDay; n++) await as(person).pictures.upload({ file })
    expect((await refusal(as(person).pictures.upload({ file })))?.code).toBe('TOO_MANY_REQUESTS')
  })
})

test('what is no name of a picture is not found', async () => {
  for (const path of ['nothing', `${'0'.repeat(32)}.webp`, `${'0'.repeat(32)}.png`, '%00.webp', "'.webp"])
    expect((await get(`/pictures/${path}`)).status).toBe(404)
})

describe('whose a picture is', () => {
  const save = (person: Person, avatar_url: string | null) =>
    as(person).people.update({ full_name: person.name, avatar_url })
  const visiblePictures = async (person: Person) =>
    (await context.store.db.select().from(profiles).where(eq(profiles.id, person.id)))[0]?.avatar_url

  test('one saves what one uploaded, or a URL; not what somebody else uploaded', async () => {
    const other = await makePerson(context.store.db)
    const { path } = await upload(other, await anyPicture())
    expect(await refusal(save(member, path))).toEqual({
      code: 'UNKNOWN_PICTURE',
      message: 'Please upload the picture again',
    })
    expect(await visiblePictures(member)).toBe(null)
    await save(other, path)
    await save(other, path)
    expect(await visiblePictures(other)).toBe(path)
    await save(other, 'https://example.com/me.jpg')
    expect([await visiblePictures(other), await isKept(path)]).toEqual(['https://example.com/me.jpg', false])
  })

  test('the same bytes of two people are two pictures', async () => {
    const [one, two] = [await makePerson(context.store.db), await makePerson(context.store.db)]
    const bytes = await anyPicture()
    const paths = [await upload(one, bytes), await upload(two, bytes), await upload(one, bytes)].map(
      ({ path }) => path,
    )
    expect([paths[0] === paths[1], paths[0] === paths[2]]).toEqual([false, true])
  })

  test('it goes with the last row that shows it', async () => {
    const person = await makePerson(context.store.db)
    const { path } = await upload(person, await anyPicture())
    await save(person, path)
    const { id } = await as(person).speakers.create({ name: 'On Stage', image_url: path, user_id: null })
    await save(person, null)
    expect(await isKept(path)).toBe(true)
    await context.store.db.execute(sql`delete from speakers where id = ${id}::uuid`)
    // What can be undone keeps its picture.
    expect(await isKept(path)).toBe(true)
  })

  test('a logo goes with its conference', async () => {
    const { path } = await upload(member, await anyPicture())
    const { id, slug } = await as(member).events.create({
      name: 'Conference With Logo',
      location_name: 'Bergen',
      country_name: 'Norway',
      start_date: '2031-01-01',
      end_date: '2031-01-01',
      logo_url: path,
    })
    expect((await as(member).events.detail({ slug })).logo_url).toBe(path)
    await as(member).events.remove({ id })
    // What can be undone keeps its picture.
    expect(await isKept(path)).toBe(true)
  })

  test('nothing of it is left once the account is deleted, saved or not', async () => {
    const person = await makePerson(context.store.db, { name: 'Gone Soon' })
    const avatar = (await upload(person, await anyPicture())).path
    const onStage = (await upload(person, await anyPicture())).path
    const unsaved = (await upload(person, await anyPicture())).path
    await save(person, avatar)
    await makeSpeaker(context.store.db, { user_id: person.id, image_url: onStage })
    await as(person).account.remove({ confirmName: 'Gone Soon' })
    expect(await Promise.all([avatar, onStage, unsaved].map(isKept))).toEqual([false, false, false])
  })

  test('what was never saved is removed at night, a day later', async () => {
    const person = await makePerson(context.store.db)
    const fresh = (await upload(person, await anyPicture())).path
    const old = (await upload(person, await anyPicture())).path
    const used = (await upload(person, await anyPicture())).path
    await save(person, used)
    await context.store.db.execute(sql`
      update pictures set created_at = now() - interval '25 hours' where name in (${old.slice(10, 42)}, ${used.slice(10, 42)})`)
    await runNightlyJobs(context.store)
    expect(await Promise.all([fresh, old, used].map(isKept))).toEqual([true, false, true])
  })
})

test('a picture is looked for by an index, however many rows there are', async () => {
  const uses = await rows<{ indexdef: string }>(
    context.store.db,
    sql`select indexdef from pg_indexes where indexname like '%_by_picture' order by indexname`,
  )
  expect(uses).toHaveLength(4)
})

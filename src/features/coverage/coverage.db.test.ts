import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin_actions } from '#features/administration/admin-actions.tables.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { type MadeTalk, makeTalk, makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { rebuild } from '#tests/support/rebuild.ts'

const context = useStore()
let owner: Person
let speaker: Person
let member: Person
let talk: MadeTalk
beforeEach(async () => {
  const { db } = context.store
  owner = await makePerson(db)
  speaker = await makePerson(db)
  member = await makePerson(db)
  const event = await makeEvent(db, { owner })
  talk = await makeTalk(db, { event, speakers: [await makeSpeaker(db, { user_id: speaker.id })] })
  await answerSpeaking(db, speaker, event)
})

const as = (person: Person | null) => callAsPerson(context.store, person).coverage
const video = 'https://youtu.be/PAAkCSZUG1c'
const urls = async () => (await as(null).ofTalk({ id: talk.id })).map(({ url }) => url)
const fields = async () => {
  const [row] = await context.store.db
    .select({ slides_url: talks.slides_url, video_url: talks.video_url })
    .from(talks)
    .where(eq(talks.id, talk.id))
  return row!
}
const setFields = (values: Partial<Awaited<ReturnType<typeof fields>>>) =>
  context.store.db.update(talks).set(values).where(eq(talks.id, talk.id))

describe('the two fields of a talk are the first of their kinds', () => {
  test('a field that is written is a link; a link that is added is the field', async () => {
    await setFields({ video_url: video, slides_url: 'https://example.org/a.pdf' })
    expect(await urls()).toEqual(['https://www.youtube.com/watch?v=PAAkCSZUG1c', 'https://example.org/a.pdf'])
    await as(owner).add({ id: talk.id, url: 'https://example.org/b.pdf', kind: 'slides' })
    expect(await fields()).toEqual({ video_url: video, slides_url: 'https://example.org/a.pdf' })
    await setFields({ slides_url: null })
    expect(await fields()).toEqual({ video_url: video, slides_url: 'https://example.org/b.pdf' })
  })

  test('a new talk brings its links; another address takes the place of the first', async () => {
    const event = { id: talk.event_id, start_date: talk.date }
    const other = await makeTalk(context.store.db, { event, video_url: video, slides_url: video })
    expect((await as(null).ofTalk({ id: other.id })).map(({ kind }) => kind)).toEqual(['video', 'slides'])
    await setFields({ video_url: video })
    await setFields({ video_url: 'https://vimeo.com/36579366' })
    expect(await urls()).toEqual(['https://vimeo.com/36579366'])
    await as(owner).add({ id: talk.id, url: video })
    // The second becomes the first.
    await setFields({ video_url: video })
    expect(await urls()).toEqual(['https://www.youtube.com/watch?v=PAAkCSZUG1c'])
    await setFields({ video_url: null })
    expect(await urls()).toEqual([])
  })

  test('a link that is taken down leaves its field to the next', async () => {
    const first = await as(speaker).add({ id: talk.id, url: video })
    await as(speaker).add({ id: talk.id, url: 'https://vimeo.com/36579366' })
    await as(owner).decide({ id: first.id, is_accepted: false })
    expect((await fields()).video_url).toBe('https://vimeo.com/36579366')
    expect((await as(owner).openOfTalk({ id: talk.id })).map(({ status }) => status)).toEqual(['rejected'])
    await as(speaker).decide({ id: first.id, is_accepted: true })
    expect((await urls()).length).toBe(2)
  })
})

describe('who', () => {
  test('speaker and owner add at once, a member suggests, and who decides is told once a day', async () => {
    expect((await as(speaker).add({ id: talk.id, url: 'https://example.org/s.pdf' })).status).toBe('live')
    expect((await as(owner).add({ id: talk.id, url: 'https://github.com/a/b' })).status).toBe('live')
    const suggested = await as(member).add({
      id: talk.id,
      url: video,
      title: 'The recording',
      language: 'en',
    })
    await as(member).add({ id: talk.id, url: 'https://example.org/blog/' })
    expect(suggested.status).toBe('suggested')
    expect(await urls()).toEqual(['https://example.org/s.pdf', 'https://github.com/a/b'])
    const notifiedPeople = await rows<{ user_id: string }>(
      context.store.db,
      sql`select user_id from notifications where kind = 'coverage'
        and user_id in (${owner.id}::uuid, ${speaker.id}::uuid, ${member.id}::uuid)`,
    )
    expect(notifiedPeople.map(({ user_id }) => user_id).sort()).toEqual([owner.id, speaker.id].sort())
    await as(speaker).decide({ id: suggested.id, is_accepted: true })
    expect((await urls())[0]).toBe('https://www.youtube.com/watch?v=PAAkCSZUG1c')
    expect((await fields()).video_url).toBe(video)
  })

  test('a member sees and takes back only the own suggestion', async () => {
    const other = await makePerson(context.store.db)
    const { id } = await as(member).add({ id: talk.id, url: video })
    expect(await as(other).openOfTalk({ id: talk.id })).toEqual([])
    expect((await as(member).openOfTalk({ id: talk.id })).map((link) => link.id)).toEqual([id])
    await expect(as(other).withdraw({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as(member).decide({ id, is_accepted: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(as(member).update({ id, url: video })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await as(member).withdraw({ id })
    expect(await as(owner).openOfTalk({ id: talk.id })).toEqual([])
  })

  test('a rejected suggestion is listed to who decides, not to who suggested it', async () => {
    const { id } = await as(member).add({ id: talk.id, url: video })
    await as(owner).decide({ id, is_accepted: false })
    expect(await as(member).openOfTalk({ id: talk.id })).toEqual([])
    expect((await as(owner).openOfTalk({ id: talk.id })).map(({ status }) => status)).toEqual(['rejected'])
  })

  test('the same link under another address is refused, and adding what waits accepts it', async () => {
    await as(member).add({ id: talk.id, url: video })
    await expect(
      as(member).add({ id: talk.id, url: 'https://www.youtube.com/embed/PAAkCSZUG1c' }),
    ).rejects.toMatchObject({ code: 'DUPLICATE' })
    await as(owner).add({ id: talk.id, url: 'https://m.youtube.com/watch?v=PAAkCSZUG1c' })
    expect(await urls()).toEqual(['https://www.youtube.com/watch?v=PAAkCSZUG1c'])
    expect(await as(owner).openOfTalk({ id: talk.id })).toEqual([])
  })

  test(`at most ${serverLimits.openSuggestions} suggestions wait, twenty-five at once included`, async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => as(member).add({ id: talk.id, url: `https://example.org/${n}` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(serverLimits.openSuggestions)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['TOO_MANY']))
  })

  test('a day has so many suggestions, and one that is taken back leaves no row behind', async () => {
    const trail = () => context.store.db.$count(admin_actions, eq(admin_actions.admin_id, member.id))
    for (let n = 0; n < serverLimits.suggestedLinksPerDay; n++) {
      const { id } = await as(member).add({ id: talk.id, url: `https://example.org/${n}` })
      await as(member).withdraw({ id })
    }
    await expect(as(member).add({ id: talk.id, url: video })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: "You have reached today's limit for suggestions. Please try again tomorrow.",
    })
    expect(await trail()).toBe(0)
  })

  test('after five that were accepted the next is shown at once, and can be taken down', async () => {
    for (let n = 0; n < limits.acceptedLinksForTrust; n++) {
      const { id, status } = await as(member).add({ id: talk.id, url: `https://example.org/${n}` })
      expect(status).toBe('suggested')
      await as(owner).decide({ id, is_accepted: true })
    }
    const { id, status } = await as(member).add({ id: talk.id, url: 'https://example.org/at-once' })
    expect(status).toBe('live')
    await as(owner).decide({ id, is_accepted: false })
    expect(await urls()).not.toContain('https://example.org/at-once')
  })

  test('every step of a link that is shown or decided on is in the audit trail, also the owner’s own', async () => {
    const { id } = await as(member).add({ id: talk.id, url: video })
    await as(owner).decide({ id, is_accepted: true })
    await as(owner).update({ id, url: video, kind: 'video', title: 'Recording' })
    await as(owner).decide({ id, is_accepted: false })
    const trail = await rows<{ action: string; admin_id: string; path: string }>(
      context.store.db,
      sql`select action, admin_id, path from admin_actions where subject = ${talk.title} order by id`,
    )
    expect(trail.map(({ action, admin_id }) => [action, admin_id])).toEqual([
      ['link_accepted', owner.id],
      ['link_edited', owner.id],
      ['link_rejected', owner.id],
    ])
    expect(trail[0]!.path).toMatch(new RegExp(`/talks/${talk.number}$`))
  })

  test.each([['ftp://example.org/a'], ['javascript:alert(1)'], ['https://user:pass@example.org/'], ['']])(
    'the address %j is refused',
    async (url) => {
      await expect(as(owner).add({ id: talk.id, url })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )
})

test('what is new of past talks stands first, by kind, without what only waits', async () => {
  await as(owner).add({ id: talk.id, url: video })
  await as(owner).add({ id: talk.id, url: 'https://example.org/s.pdf' })
  await as(member).add({ id: talk.id, url: 'https://example.org/waits.pdf' })
  const isListed = async () =>
    (await as(null).newest({})).links.some((link) => link.talk.title === talk.title)
  expect(await isListed()).toBe(false)
  await context.store.db.update(talks).set({ date: '2020-01-01' }).where(eq(talks.id, talk.id))
  const { links } = await as(null).newest({})
  expect(links.slice(0, 2).map(({ kind, talk }) => [kind, talk.title])).toEqual([
    ['slides', talk.title],
    ['video', talk.title],
  ])
  await as(owner).add({ id: talk.id, url: 'https://example.org/code', kind: 'code' })
  const watchable = await as(null).newest({ kind: 'video_or_slides' })
  expect(new Set(watchable.links.map(({ kind }) => kind))).toEqual(new Set(['video', 'slides']))
  const slides = await as(null).newest({ kind: 'slides' })
  expect(new Set(slides.links.map(({ kind }) => kind))).toEqual(new Set(['slides']))
  expect(JSON.stringify(slides)).not.toContain('waits')
})

const plansOf = async (work: () => Promise<unknown>) => {
  const { statements } = await watchStatements(work)
  return context.store.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_sort = off`)
    const plans = []
    for (const statement of statements) plans.push(await rows(tx, sql`explain ${rebuild(statement)}`))
    return JSON.stringify(plans)
  })
}

test('the newest links are read along their index, not sorted out of all there are', async () => {
  expect(await plansOf(() => as(null).newest({}))).toContain('Index Scan using talk_links_newest')
})

test('what waits for an administrator is read along its index', async () => {
  const { decisions } = callAsPerson(context.store, owner, { isAdmin: true })
  expect(await plansOf(() => decisions.list({ kind: 'link' }))).toMatch(
    /Index\w* Scan using talk_links_waiting/,
  )
})

test('the newest videos of a topic are looked for among the newest videos', async () => {
  expect(await plansOf(() => as(null).ofTopic({ name: 'Go' }))).toContain('Index Scan using talks_with_video')
})

test('the videos of a topic are its newest, also where a thousand newer ones are about something else', async () => {
  const { db } = context.store
  const [rare, common] = [await makeTopic(db), await makeTopic(db)]
  const event = await makeEvent(db, { start_date: '2020-01-01' })
  const talkOn = (date: string, topic = common) => ({
    event,
    date,
    topics: [topic],
    video_url: `${video}&t=${date}`,
  })
  const old = await makeTalks(db, [
    talkOn('2020-01-01', rare),
    talkOn('2020-01-03', rare),
    talkOn('2020-01-02', rare),
  ])
  await makeTalks(
    db,
    Array.from({ length: 1001 }, () => talkOn('2031-01-01')),
  )
  const newest = await makeTalks(
    db,
    ['2032-01-01', '2032-01-07', '2032-01-02', '2032-01-03', '2032-01-05', '2032-01-06', '2032-01-04'].map(
      (date) => talkOn(date),
    ),
  )
  const titles = async (name: string) => (await as(null).ofTopic({ name })).map(({ talk }) => talk.title)
  expect(await titles(rare.name)).toEqual([old[1], old[2], old[0]].map((talk) => talk!.title))
  const byDay = newest.toSorted((one, other) => other.date.localeCompare(one.date))
  const { result, statements } = await watchStatements(() => titles(common.name))
  expect(result).toEqual(byDay.slice(0, serverLimits.videosOfTopic).map(({ title }) => title))
  expect(statements).toHaveLength(1)
})

test('what is suggested waits in the queue of speakers and organisers, and of nobody else', async () => {
  const { db } = context.store
  const { id } = await makeTalkLink(db, { talk, status: 'suggested' })
  const decisionsOf = (person: Person) => callAsPerson(context.store, person).decisions
  const waitingFor = async (person: Person) => {
    const { decisions } = await decisionsOf(person).list({})
    return decisions.map(({ kind, id }) => [kind, id])
  }
  expect(await waitingFor(owner)).toEqual([['link', id]])
  expect(await waitingFor(speaker)).toEqual([['link', id]])
  expect(await waitingFor(member)).toEqual([])
  const accept = (person: Person) => decisionsOf(person).decide({ kind: 'link', id, is_accepted: true })
  expect((await refusal(accept(member)))?.code).toBe('FORBIDDEN')
  expect(await decisionsOf(speaker).counts({})).toEqual([{ kind: 'link', n: 1 }])
  await accept(speaker)
  expect(await urls()).toHaveLength(1)
  expect(await waitingFor(owner)).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attendMany } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import type { ListedMatch } from './listed-match.ts'

const context = useStore()
let owner: NonNullable<Viewer>
let member: NonNullable<Viewer>
let admin: NonNullable<Viewer>
let guest: NonNullable<Viewer>

beforeAll(async () => {
  const person = async (name: string, isAdmin = false) =>
    viewerOf(await makePerson(context.store.db, { name, isAdmin }), isAdmin)
  owner = await person('Olga Owner')
  member = await person('Mia Member')
  admin = await person('Ada Admin', true)
  guest = await person('Gus Guest')
})

const as = (viewer: Viewer) => callAs(context.store, viewer)
const fields = {
  name: 'Tidal Data Days',
  description: '',
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2027-05-04',
  end_date: '2027-05-05',
  website: '',
  time_zone: '',
  code_of_conduct_url: '',
}
const eventOf = async (id: string) => (await as(null).events.detail({ slug: id })) as Record<string, unknown>
const editOf = async (id: string) => {
  const { owner, created_by, slug, tags, ...edited } = await as(null).events.detail({ slug: id })
  return edited
}

describe('listing a conference', () => {
  test('a member lists one and owns it; blank fields are nothing', async () => {
    const { id, slug } = await as(member).events.create({
      ...fields,
      name: '  Café <Query> Days ',
      website: ' https://example.org/days ',
      time_zone: 'Europe/Oslo',
    })
    expect(slug).toBe('cafe-query-days-2027')
    const { name, description, website, time_zone, created_by } = await eventOf(id)
    expect({ name, description, website, time_zone, created_by }).toEqual({
      name: 'Café <Query> Days',
      description: null,
      website: 'https://example.org/days',
      time_zone: 'Europe/Oslo',
      created_by: member.id,
    })
  })

  test('the next edition has the topics of the one before', async () => {
    const previous = await as(member).events.create({ ...fields, name: 'Yearly Days' })
    const topic = await makeTopic(context.store.db)
    await as(member).events.addTag({ event_id: previous.id, tag: topic.name })
    const next = { ...fields, name: 'Yearly Days', start_date: '2028-05-04', end_date: '2028-05-05' }
    const { id } = await as(member).events.create({ ...next, previous: previous.id })
    expect((await eventOf(id)).tags).toEqual([topic.name])
  })

  test('a country has its name of the list, also if it came in under another before', async () => {
    const { db } = context.store
    const { id } = await as(member).events.create({ ...fields, name: 'American Days', country_name: 'USA' })
    expect((await eventOf(id)).country_name).toBe('United States')

    const event = await makeEvent(db, { name: 'Older Days', slug: 'older-days', start_date: '2027-05-04' })
    await db.execute(sql`update events set country_name = 'UK' where id = ${event.id}`)
    expect(await as(null).events.place({ kind: 'country', name: 'UK' })).toEqual({ name: 'UK' })
    for (const country_key of ['uk', 'united kingdom'])
      await db.execute(sql`insert into follows (user_id, country_key) values (${guest.id}, ${country_key})`)
    const migration = await readFile('migrations/0061_listed_countries.sql', 'utf8')
    await db.transaction(async (transaction) => {
      for (const statement of migration.trim().split(/;\n/)) await transaction.execute(sql.raw(statement))
    })
    expect((await eventOf(event.id)).country_name).toBe('United Kingdom')
    expect(await rows(db, sql`select country_key from follows where user_id = ${guest.id}`)).toEqual([
      { country_key: 'united kingdom' },
    ])
  })

  test('a visitor lists none', async () => {
    expect(await refusalMessage(as(null).events.create(fields))).toBe('User not authenticated')
  })

  test.each([
    [{ name: ' ab ' }, { name: 'Event name must be at least 3 characters' }],
    [{ location_name: ' ' }, { location_name: 'Location is required' }],
    [{ country_name: '' }, { country_name: 'Country is required' }],
    [{ start_date: '' }, { start_date: 'Start date is required' }],
    [{ end_date: '' }, { end_date: 'End date is required' }],
    [{ end_date: '2027-05-03' }, { end_date: 'End date must be after start date' }],
    [
      { name: '', end_date: '2027-05-03' },
      { name: 'Event name must be at least 3 characters', end_date: 'End date must be after start date' },
    ],
    [{ website: 'javascript:alert(1)' }, { website: 'Please enter a valid URL' }],
    [{ website: `https://${'a'.repeat(2000)}` }, { website: 'URL must be less than 2000 characters' }],
    [{ code_of_conduct_url: 'ftp://example.org' }, { code_of_conduct_url: 'Please enter a valid URL' }],
    [{ time_zone: 'Mars/Olympus' }, { time_zone: 'Please choose a time zone from the list' }],
    [{ name: 'evil\u202ename' }, { name: 'This text contains invisible control characters' }],
    [{ start_date: '0001-01-01' }, { start_date: 'Please enter a year between 1900 and 2200' }],
    [{ start_date: '2027-02-30' }, { start_date: 'Please enter a valid date' }],
  ])('%o is refused', async (wrong, sentences) => {
    expect(await fieldErrors(as(member).events.create({ ...fields, name: 'Refused', ...wrong }))).toEqual(
      sentences,
    )
  })

  test('a second one of that name in that year is refused, one in another year is not', async () => {
    await as(member).events.create({ ...fields, name: 'Twice' })
    expect(await refusalMessage(as(owner).events.create({ ...fields, name: ' Twicé ' }))).toBe(
      'A conference with that name in that year already exists',
    )
    const next = { ...fields, name: 'Twice', start_date: '2028-05-04', end_date: '2028-05-05' }
    expect((await as(owner).events.create(next)).slug).toBe('twice-2028')
  })

  test('the refusal names the listed one, also where an import gave it another slug', async () => {
    const { location_name } = fields
    const twin = { name: 'Twin Conf', slug: 'twin-conf', start_date: '2027-02-01', location_name }
    await makeEvent(context.store.db, twin)
    expect(await matchesOf(member, { name: 'Twin Conf' })).toEqual([['twin-conf', true]])
  })

  const matchesOf = (viewer: typeof member, more: object) =>
    as(viewer)
      .events.create({ ...fields, ...more })
      .then(
        () => [],
        ({ data }) => data.listed.map((match: ListedMatch) => [match.slug, match.is_same]),
      )

  test('the same one is refused under another spelling; who may edit it may list it', async () => {
    const dates = { start_date: '2027-08-03', end_date: '2027-08-05' }
    const place = { location_name: 'Oslo', country_name: 'Norway' }
    const otters = { ...dates, ...place, name: 'OtterConf Oslo', slug: 'otters' }
    await makeEvent(context.store.db, { ...otters, created_by: owner.id })
    const spelling = { ...dates, ...place, name: 'Otter Conference 2027' }
    for (const viewer of [member, owner, admin])
      expect(await matchesOf(viewer, spelling)).toEqual([['otters', true]])
    expect(await matchesOf(member, { ...spelling, is_new: true })).toEqual([['otters', true]])
    expect(await matchesOf(owner, { ...spelling, is_new: true })).toEqual([])
    expect(await matchesOf(admin, { ...spelling, name: 'Otters Conf', is_new: true })).toEqual([])
  })

  test('one that is perhaps listed is asked about, and listed by who says that it is another', async () => {
    const dates = { start_date: '2027-09-03', end_date: '2027-09-05' }
    const place = { location_name: 'Oslo', country_name: 'Norway' }
    await makeEvent(context.store.db, { ...dates, ...place, name: 'Beaver Days', slug: 'beavers' })
    const longer = { ...dates, ...place, name: 'Beaver River Days' }
    expect(await matchesOf(member, longer)).toEqual([['beavers', false]])
    expect(await matchesOf(member, { ...longer, is_new: true })).toEqual([])
    expect(await matchesOf(member, { ...longer, name: 'Walrus Days' })).toEqual([])
  })

  test('different conferences never collide: other signs, another script, another city', async () => {
    const slugOf = async (more: object) => (await as(member).events.create({ ...fields, ...more })).slug
    const city = fields.location_name.toLowerCase()
    expect(await slugOf({ name: 'C++ Day' })).toBe('c-day-2027')
    expect(await slugOf({ name: 'C# Day' })).toBe(`c-day-2027-${city}`)
    expect(await slugOf({ name: 'C Day' })).toMatch(new RegExp(`^c-day-2027-${city}-[a-z0-9]{8}$`))
    expect(await slugOf({ name: 'C++ Day', location_name: 'Łódź', is_new: true })).toBe('c-day-2027-lodz')
    expect(await slugOf({ name: 'DotNext СПб' })).toBe('dotnext-2027')
    expect(await slugOf({ name: 'DotNext Мск' })).toBe(`dotnext-2027-${city}`)
    expect(await refusalMessage(as(member).events.create({ ...fields, name: 'DotNext Спб' }))).toBe(
      'A conference with that name in that year already exists',
    )
  })

  test('twenty who list the same conference at once leave one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        as(member)
          .events.create({ ...fields, name: 'Race' })
          .then(
            ({ slug }) => slug,
            (error: Error) => error.message,
          ),
      ),
    )
    const sentence = 'A conference with that name in that year already exists'
    expect(answers.sort()).toEqual([...Array(19).fill(sentence), 'race-2027'].sort())
  })
})

describe('editing a conference', () => {
  test('the owner and an administrator edit, its slug stays', async () => {
    const { id, slug } = await makeEvent(context.store.db, { owner, name: 'Before' })
    await as(owner).events.update({ ...(await editOf(id)), name: 'After', time_zone: 'UTC' })
    await as(admin).events.update({ ...(await editOf(id)), description: 'Two days.' })
    expect(await eventOf(id)).toMatchObject({
      name: 'After',
      time_zone: 'UTC',
      description: 'Two days.',
      slug,
    })
  })

  test('another member and a visitor do not', async () => {
    const { id } = await makeEvent(context.store.db, { owner, name: 'Mine' })
    const edit = { ...(await editOf(id)), name: 'Theirs' }
    expect(await refusalMessage(as(member).events.update(edit))).toBe(
      'You do not have permission to edit this event',
    )
    expect(await refusalMessage(as(null).events.update(edit))).toBe('User not authenticated')
    expect((await eventOf(id)).name).toBe('Mine')
  })

  test('the second who saves is told and gets what the first one saved; with that version it is saved', async () => {
    const { id } = await makeEvent(context.store.db, { owner, name: 'Shared' })
    const edit = await editOf(id)
    await as(owner).events.update({ ...edit, location_name: 'Oslo' })
    const error = await as(admin)
      .events.update({ ...edit, location_name: 'Paris' })
      .then(
        () => null,
        (error) => error,
      )
    const now = await editOf(id)
    const {
      id: _,
      first_start_date: _start,
      first_end_date: _end,
      website_gone_since: _gone,
      position: _place,
      calls: _calls,
      has_programme: _hasProgramme,
      series: _series,
      origin: _origin,
      today: _today,
      checked_at: _checkedAt,
      checked_by: _checkedBy,
      ...saved
    } = now
    expect([error.code, error.message, error.data]).toEqual([
      'CONFLICT',
      'Someone else has changed this conference in the meantime',
      { now: saved },
    ])
    await as(admin).events.update({ ...now, location_name: 'Paris' })
    expect((await eventOf(id)).location_name).toBe('Paris')
  })

  const optional = ['description', 'website', 'time_zone', 'code_of_conduct_url'] as const
  const filled = {
    description: 'Two days.',
    website: 'https://example.org/',
    time_zone: 'Europe/Oslo',
    code_of_conduct_url: 'https://example.org/conduct',
  }

  test('each optional field is saved, stays when another is edited, and can be taken away', async () => {
    const { id } = await as(owner).events.create({ ...fields, ...filled, name: 'Optional' })
    await as(owner).events.update({ ...(await editOf(id)), location_name: 'Oslo' })
    expect(await editOf(id)).toMatchObject({ ...filled, location_name: 'Oslo' })
    for (const field of optional) {
      await as(owner).events.update({ ...(await editOf(id)), [field]: '' })
      expect((await editOf(id))[field]).toBe(null)
    }
  })

  test('an edit that leaves optional fields out, as a page from before an upgrade does, keeps them', async () => {
    const { id } = await as(owner).events.create({ ...fields, ...filled, name: 'Left out' })
    const { description, website, time_zone, code_of_conduct_url, ...required } = await editOf(id)
    await as(owner).events.update({ ...required, location_name: 'Oslo' })
    expect(await editOf(id)).toMatchObject({ ...filled, location_name: 'Oslo' })
  })

  test.each(optional)('who saves over a newer %s is told', async (field) => {
    const { id } = await makeEvent(context.store.db, { owner })
    const edit = await editOf(id)
    await as(owner).events.update({ ...edit, [field]: filled[field] })
    const error = await as(admin)
      .events.update({ ...edit, name: 'Second' })
      .then(
        () => null,
        (error) => error,
      )
    expect([error?.code, error?.data.now[field]]).toEqual(['CONFLICT', filled[field]])
  })

  test('of two who save at once one is told', async () => {
    const { id } = await makeEvent(context.store.db, { owner })
    const edit = await editOf(id)
    const saves = await Promise.all(
      ['One', 'Two'].map((name) =>
        as(owner)
          .events.update({ ...edit, name })
          .then(
            () => 'saved',
            (error) => error.code,
          ),
      ),
    )
    expect(saves.sort()).toEqual(['CONFLICT', 'saved'])
  })

  test('an imported name of two letters may stay, a new one may not', async () => {
    const [createdRow] = await rows<{ id: string }>(
      context.store.db,
      sql`insert into event_imports (file_name) values ('a.csv') returning id`,
    )
    const { id } = await makeEvent(context.store.db, { owner, name: 'XP', import_id: createdRow!.id })
    await as(owner).events.update({ ...(await editOf(id)), location_name: 'Oslo' })
    expect((await eventOf(id)).location_name).toBe('Oslo')
    expect(await refusalMessage(as(owner).events.update({ ...(await editOf(id)), name: 'YP' }))).toBe(
      'Event name must be at least 3 characters',
    )
  })

  test('a new date or place is told to attendees and owner, not to whoever made it; another change is not', async () => {
    const { db } = context.store
    const event = await makeEvent(db, {
      owner,
      name: 'Moving',
      start_date: '2027-06-01',
      end_date: '2027-06-02',
    })
    await attendMany(db, [
      { person: guest, event },
      { person: admin, event },
    ])
    await as(admin).events.update({ ...(await editOf(event.id)), description: 'New text' })
    expect(await notifiedAbout(event.slug)).toEqual([])
    await as(admin).events.update({
      ...(await editOf(event.id)),
      start_date: '2027-06-08',
      end_date: '2027-06-09',
      location_name: 'Oslo',
    })
    const message =
      'Moving: new date Jun 8 to 9, 2027 (was Jun 1 to 2, 2027), new location Oslo, Norway (was Bergen, Norway).'
    expect(await notifiedAbout(event.slug)).toEqual([
      { name: 'Gus Guest', kind: 'event_changed', message },
      { name: 'Olga Owner', kind: 'event_changed', message },
    ])
  })
})

const notifiedAbout = (slug: string) =>
  rows(
    context.store.db,
    sql`
      select full_name as name, kind, message from notifications join profiles on profiles.id = user_id
      where path = ${`/conferences/${slug}`} order by full_name`,
  )

describe('the topics of a conference', () => {
  test('the owner adds and removes one; twice the same is refused, an unknown one too', async () => {
    const topic = await makeTopic(context.store.db)
    const { id } = await makeEvent(context.store.db, { owner })
    const tag = { event_id: id, tag: topic.name }
    await as(owner).events.addTag(tag)
    expect(await refusalMessage(as(admin).events.addTag(tag))).toBe(
      'This topic is already added to the event',
    )
    expect(await refusalMessage(as(owner).events.addTag({ ...tag, tag: 'Nothing' }))).toBe(
      'This topic does not exist',
    )
    expect((await eventOf(id)).tags).toEqual([topic.name])
    await as(owner).events.removeTag(tag)
    expect((await eventOf(id)).tags).toEqual([])
  })

  test('others do not', async () => {
    const topic = await makeTopic(context.store.db)
    const { id } = await makeEvent(context.store.db, { owner, tags: [topic.name] })
    const tag = { event_id: id, tag: topic.name }
    for (const method of ['addTag', 'removeTag'] as const) {
      expect(await refusalMessage(as(member).events[method](tag))).toBe(
        'You do not have permission to edit this event',
      )
      expect(await refusalMessage(as(null).events[method](tag))).toBe('User not authenticated')
    }
    expect((await eventOf(id)).tags).toEqual([topic.name])
  })
})

describe('deleting a conference', () => {
  test('others do not', async () => {
    const { id } = await makeEvent(context.store.db, { owner })
    expect(await refusalMessage(as(member).events.remove({ id }))).toBe(
      'Unauthorized to delete this conference',
    )
    expect(await refusalMessage(as(null).events.remove({ id }))).toBe('User not authenticated')
    expect((await eventOf(id)).id).toBe(id)
  })

  test('the owner and an administrator do, and it is gone', async () => {
    for (const person of [owner, admin]) {
      const { id } = await makeEvent(context.store.db, { owner })
      await as(person).events.remove({ id })
      expect(await refusalMessage(eventOf(id))).toBe('Conference not found')
      expect(await refusalMessage(as(person).events.remove({ id }))).toBe('Conference not found')
    }
  })
})

describe('the owner of a conference', () => {
  test('an administrator gives it away and takes it; attendees, the old and the new owner are told', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { owner, name: 'Handed on' })
    await attendMany(db, [{ person: guest, event }])
    const newOwner = await as(admin).events.changeOwner({ event_id: event.id, owner_id: member.id })
    expect(newOwner).toEqual({
      id: member.id,
      full_name: 'Mia Member',
      avatar_url: null,
      is_administrator: false,
    })
    expect((await eventOf(event.id)).created_by).toBe(member.id)
    const notified = await notifiedAbout(event.slug)
    expect(notified.map((row) => (row as { name: string }).name)).toEqual([
      'Gus Guest',
      'Mia Member',
      'Olga Owner',
    ])
    expect(await as(admin).events.changeOwner({ event_id: event.id, owner_id: null })).toBe(null)
    expect((await eventOf(event.id)).created_by).toBe(null)
  })

  test('nobody else does', async () => {
    const { id } = await makeEvent(context.store.db, { owner })
    const change = { event_id: id, owner_id: member.id }
    for (const person of [owner, member]) {
      expect(await refusalMessage(as(person).events.changeOwner(change))).toBe(
        'Only administrators can do this',
      )
    }
    expect(await refusalMessage(as(null).events.changeOwner(change))).toBe('User not authenticated')
    expect((await eventOf(id)).created_by).toBe(owner.id)
  })
})

describe('a description', () => {
  test('of more than 20,000 characters is refused; one from before stays, and its event can change', async () => {
    const long = 'x'.repeat(20_001)
    expect(await refusalMessage(as(owner).events.create({ ...fields, description: long }))).toBe(
      'Input validation failed',
    )
    const event = await makeEvent(context.store.db, { owner })
    await context.store.execute(
      'alter table all_events disable trigger events_description_is_short',
      `update events set description = '${long}' where id = '${event.id}'`,
      'alter table all_events enable trigger events_description_is_short',
    )
    await context.store.execute(`update events set location_name = 'Elsewhere', description = description`)
    await context.store.execute(`update events set created_by = null where id = '${event.id}'`)
    await expect(
      context.store.execute(`update events set description = description || 'x' where id = '${event.id}'`),
    ).rejects.toThrow()
  })
})

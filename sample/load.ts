import { sql } from 'drizzle-orm'
import { series } from '#features/series/series.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { attendMany } from '#tests/support/factories/attendance.ts'
import { makeBreaks } from '#tests/support/factories/breaks.ts'
import { makeCalls } from '#tests/support/factories/calls.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { saveTalks } from '#tests/support/factories/saved-talks.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { sampleAttendance, sampleSchedules } from './attendance.ts'
import { sampleCalls } from './calls.ts'
import { accountOf, loadClaims } from './claims.ts'
import { sampleEvents, sampleSeries } from './events.ts'
import { loadInvitations } from './invitations.ts'
import { samplePeople } from './people.ts'
import { sampleSpeakers } from './speakers.ts'
import { idOf } from './stable.ts'
import { sampleProgrammes } from './talks.ts'
import { topics } from './topics.ts'

/**
 * Fills an empty, migrated database with the sample data in one transaction, dated relative to `today` (yyyy-MM-dd). The
 * result depends only on that day, except for the salt of the passwords.
 */
export const loadSample = (db: Database, today: string): Promise<void> =>
  db.transaction(async (tx) => {
    // Notifications name tables instead of single rows (migrations/0011).
    await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
    const people = samplePeople(today)
    const [admin, host, ...guests] = people
    if (!admin || !host) throw new Error('The sample has an admin and a host')
    // Inviters must exist before the people they invited.
    for (const group of [[admin], [host], guests]) await makePeople(tx, group)

    await makeTopics(
      tx,
      topics.map((name) => ({ id: idOf('topic', name), name, created_by: admin.id })),
    )
    await makeSpeakers(
      tx,
      sampleSpeakers.map((speaker) => ({
        ...speaker,
        user_id: accountOf(speaker.name),
        created_by: host.id,
      })),
    )
    const events = sampleEvents(today)
    await tx.insert(series).values(sampleSeries)
    await makeEvents(
      tx,
      events.map(({ row, owner }) => ({ ...row, owner: owner ? { id: idOf('person', owner) } : undefined })),
    )
    const programme = sampleProgrammes(events, today)
    await makeTracks(tx, programme.tracks)
    await makeBreaks(tx, programme.breaks)
    await makeTalks(tx, programme.talks)
    await makeCalls(tx, sampleCalls(events, today))
    await attendMany(tx, sampleAttendance(events, people, today))
    await saveTalks(tx, sampleSchedules(events))
    await loadClaims(tx, events, admin, today)
    await loadInvitations(tx, host, today)
  })

import type { Viewer } from '#features/auth/viewer.ts'
import { canInvite } from '#features/events/event-invitations.rules.ts'
import type { EventSearch } from '#features/events/event-search.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { type Load, undefinedIfMissing } from '#lib/load.ts'

/** Loads what the open tab of an event's page shows to everybody. */
export async function loadEventTab(load: Load, event: EventDetail, { tab, ...search }: EventSearch) {
  const input = { event_id: event.id }
  if (tab === 'schedule') return {}
  if (tab === 'attendees') {
    const [attendees, total] = await Promise.all([
      load(api.attendance.list.queryOptions({ input: { ...input, after: search.after } })),
      load(api.attendance.total.queryOptions({ input })),
    ])
    return { attendees: { ...attendees, total } }
  }
  const { day, talk, speaker, find } = search
  const [schedule, openTalk, openSpeaker, talkResults] = await Promise.all([
    load(api.programme.schedule.queryOptions({ input: { ...input, day } })),
    talk ? undefinedIfMissing(load(api.programme.talk.queryOptions({ input: { id: talk } }))) : undefined,
    speaker
      ? undefinedIfMissing(load(api.speakers.detail.queryOptions({ input: { id: speaker } })))
      : undefined,
    find ? load(api.programme.find.queryOptions({ input: { ...input, find } })) : undefined,
  ])
  return { programme: { schedule, openTalk, speaker: openSpeaker, talkResults } }
}

/** Loads what an event's page shows of the viewer: attendance, claim, schedule, invitations; null for a visitor. */
export async function loadViewerPart(
  load: Load,
  event: EventDetail,
  search: EventSearch,
  viewer: Viewer | null,
) {
  if (!viewer) return null
  const input = { event_id: event.id }
  const isInviting = search.invite === 'people' && canInvite(viewer, event)
  const [claim, { is_attending }, invitations, savedTalks, sent] = await Promise.all([
    load(api.eventClaims.mine.queryOptions({ input })),
    load(api.attendance.mine.queryOptions({ input })),
    load(api.eventInvitations.mine.queryOptions({ input })),
    load(api.savedTalks.list.queryOptions({ input })),
    isInviting
      ? load(api.eventInvitations.sent.queryOptions({ input: { ...input, after: search.invited } }))
      : undefined,
  ])
  return { viewer, claim, isAttending: is_attending, invitation: invitations[0], savedTalks, sent }
}

import { canAnnounce } from '#features/announcements/announcements.rules.ts'
import { canInvite } from '#features/attendance/event-invitations.rules.ts'
import type { Viewer } from '#features/auth/viewer.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import type { EventSearch } from '#features/programme/event-search.ts'
import { showsNow } from '#features/programme/schedule.ts'
import { resultsId } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'
import { loadAround } from './load-around.ts'
import { loadChoice, redirectToTalk } from './load-dialogs.ts'

/** What comes into view: the results, where other words are searched for. */
export const hashAfter = (before: EventSearch, { find }: EventSearch) =>
  find && find !== before.find ? resultsId : undefined

/** Loads what the open tab of an event's page shows to everybody. */
export async function loadEventTab(
  load: Load,
  event: EventDetail,
  { tab, ...search }: EventSearch,
  viewer: Viewer | null,
) {
  if (search.talk) await redirectToTalk(load, event, search.talk)
  const input = { event_id: event.id }
  if (tab === 'schedule') return {}
  if (tab === 'attendees') {
    const [attendees, total] = await Promise.all([
      load(
        api.attendance.list.queryOptions({ input: { ...input, search: search.name, after: search.after } }),
      ),
      load(api.attendance.total.queryOptions({ input })),
    ])
    return { attendees: { ...attendees, total } }
  }
  const { day, track, tracks, rooms, view, find } = search
  // At the same moment as what the page shows of the viewer: one statement reads both.
  const around = loadAround(load, event, viewer)
  around.catch(() => {})
  const { openTalk, openSpeaker } = await loadChoice(load, event, search, viewer)
  const isPast = isOver(event, event.today)
  const [schedule, coverage, announcements, talkResults] = await Promise.all([
    load(
      api.programme.schedule.queryOptions({
        input: find ? { ...input, day, part: 'days' } : { ...input, day, track, tracks, rooms, view },
      }),
    ),
    load(api.coverage.ofEvent.queryOptions({ input })),
    load(api.announcements.list.queryOptions({ input })),
    find ? load(api.programme.find.queryOptions({ input: { ...input, find, tracks, rooms } })) : undefined,
  ])
  const isBare = schedule.days.length === 0
  return {
    programme: {
      schedule,
      hasNow: showsNow(schedule),
      isBare,
      hasRecordings: isPast && coverage.video > 0,
      coverage,
      announcements,
      openTalk,
      speaker: openSpeaker,
      talkResults,
      ...(import.meta.env.SSR && { sheet: await loadSheet(load, event.id, schedule.days) }),
      around: await around,
      nearby: isBare ? await load(api.events.nearby.queryOptions({ input: { id: event.id } })) : [],
    },
  }
}

/** What a sheet of the programme (server/pages/sheets.ts) needs besides: for paper, all days. */
async function loadSheet(load: Load, event_id: string, days: string[]) {
  const kind = globalThis.hallwayHost?.sheet()
  if (!kind) return
  const dayOf = (day: string) =>
    load(api.programme.schedule.queryOptions({ input: { event_id, day, view: 'list' } }))
  return { days: kind === 'print' ? await Promise.all(days.map(dayOf)) : undefined }
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
  const isAnnouncing = search.announce === 'new' && canAnnounce(viewer, event)
  const isInviting = search.invite === 'people' && canInvite(viewer, event)
  const takeover =
    event.series && !event.owner
      ? withFallback(load(api.eventClaims.canTakeOver.queryOptions({ input })), false)
      : false
  const [claim, attendance, invitations, handovers, savedTalks, callMarks, sent, recipients, plan] =
    await Promise.all([
      load(api.eventClaims.mine.queryOptions({ input })),
      load(api.attendance.mine.queryOptions({ input })),
      load(api.eventInvitations.mine.queryOptions({ input })),
      load(api.eventHandovers.mine.queryOptions({ input })),
      load(api.savedTalks.list.queryOptions({ input })),
      load(api.callMarks.states.queryOptions()),
      isInviting
        ? load(api.eventInvitations.sent.queryOptions({ input: { ...input, after: search.invited } }))
        : undefined,
      isAnnouncing ? load(api.announcements.recipients.queryOptions({ input, staleTime: 0 })) : undefined,
      search.tab === 'schedule' ? load(api.sharedPlans.mine.queryOptions({ input })) : undefined,
    ])
  return {
    viewer,
    claim,
    mayTakeOver: await takeover,
    isAttending: attendance.is_attending,
    visibility: attendance.visibility,
    invitation: invitations[0],
    handover: handovers[0],
    savedTalks,
    callMarks,
    sent,
    recipients,
    plan,
  }
}

import { redirect } from '@tanstack/react-router'
import type { Viewer } from '#features/auth/viewer.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import type { EventSearch } from '#features/programme/event-search.ts'
import { talkLink } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'
import { type Load, undefinedIfMissing } from '#lib/load.ts'

/** An address with a talk's id, from before talks had pages, leads to the talk; if it is gone the event is shown. */
export async function redirectToTalk(load: Load, event: EventDetail, id: string) {
  const talk = await undefinedIfMissing(load(api.programme.talk.queryOptions({ input: { id } })))
  if (talk) throw redirect({ ...talkLink(event.slug, talk.number), statusCode: 301 })
}

type Choice = Pick<EventSearch, 'track' | 'tracks' | 'rooms' | 'open' | 'speaker' | 'invited'>

/**
 * What the address chooses and the site has. An address that chooses anything else leads to the one without it: each would
 * be a page of its own, of the whole programme.
 */
export async function loadChoice(load: Load, event: EventDetail, search: EventSearch, viewer: Viewer | null) {
  const { track, tracks, rooms, open, speaker, invited } = search
  const [choices, openTalk, openSpeaker] = await Promise.all([
    track || tracks || rooms
      ? load(api.programme.choices.queryOptions({ input: { event_id: event.id } }))
      : undefined,
    open ? undefinedIfMissing(load(api.programme.talk.queryOptions({ input: { id: open } }))) : undefined,
    speaker
      ? undefinedIfMissing(load(api.speakers.detail.queryOptions({ input: { id: speaker } })))
      : undefined,
  ])
  const existing = (names: string[] | undefined, all: string[] = []) => {
    const list = names?.filter((name) => all.includes(name))
    return list?.length ? list : undefined
  }
  const choice: Choice = {
    track: track && choices?.tracks.includes(track) ? track : undefined,
    tracks: existing(tracks, choices?.tracks),
    rooms: existing(rooms, choices?.rooms),
    open: openTalk && open,
    speaker: openSpeaker && speaker,
    invited: viewer ? invited : undefined,
  }
  if (JSON.stringify(choice) !== JSON.stringify({ track, tracks, rooms, open, speaker, invited }))
    throw redirect({ to: '/conferences/$slug', params: event, search: { ...search, ...choice } })
  return { openTalk, openSpeaker }
}

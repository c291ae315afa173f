import type { SavedTalk } from '#features/programme/programme.schemas.ts'
import { tabDay } from '#lib/dates.ts'
import { type ChangedTalk, offlineFlag, setOfflineState } from '#lib/offline.ts'
import { readStoredJson, writeStored } from '#lib/stored-text.ts'
import { type ProgrammeCopy, savedTalk } from './programme-copy.ts'

const whenAndWhere = ({ date, start_time, location }: SavedTalk) =>
  [[tabDay(date), start_time].filter(Boolean).join(' '), location].filter(Boolean).join(', ')

/** What a newer copy of a programme has otherwise of the talks in My Schedule, before and after. */
export function changedTalks(
  before: { programme: ProgrammeCopy; savedIds: Set<string> },
  after: { programme: ProgrammeCopy; savedIds: Set<string> },
): ChangedTalk[] {
  const eventSlug = after.programme.event.slug
  const talksBefore = new Map(before.programme.talks.map((talk) => [talk.id, savedTalk(talk)]))
  const talksAfter = new Map(after.programme.talks.map((talk) => [talk.id, savedTalk(talk)]))
  return [...new Set([...before.savedIds, ...after.savedIds])].flatMap((id) => {
    const [old, talk] = [talksBefore.get(id), talksAfter.get(id)]
    if (!talk)
      return old ? { eventSlug, number: null, text: `${old.title} was taken out of the programme.` } : []
    const entry = (text: string) => ({ eventSlug, number: talk.number, text })
    if (!after.savedIds.has(id)) return []
    if (!before.savedIds.has(id)) return entry(`${talk.title} is new in My Schedule: ${whenAndWhere(talk)}.`)
    if (talk.status === 'cancelled')
      return old?.status === 'scheduled' ? entry(`${talk.title} is cancelled.`) : []
    if (!old || whenAndWhere(old) === whenAndWhere(talk)) return []
    return entry(`${talk.title} is now ${whenAndWhere(talk)} (was ${whenAndWhere(old)}).`)
  })
}

const storageKey = `${offlineFlag}-changed-talks`

export const readChangedTalks = (): ChangedTalk[] => readStoredJson(storageKey) ?? []

/** Stored until the member has seen them. */
export const writeChangedTalks = (talks: ChangedTalk[]) =>
  writeStored(storageKey, talks.length === 0 ? null : JSON.stringify(talks))

/** The member has seen them. */
export function dismissChangedTalks() {
  writeChangedTalks([])
  setOfflineState({ changedTalks: [] })
}

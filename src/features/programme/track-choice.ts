import { manyTexts } from '#lib/search-params.ts'
import { readStoredJson, writeStored } from '#lib/stored-text.ts'

// The last choice of tracks and rooms of each conference, in this browser alone.

type TrackChoice = { tracks: string[] | undefined; rooms: string[] | undefined }

const keyOf = (eventId: string) => `tracks of ${eventId}`

export function readChoice(eventId: string): TrackChoice | undefined {
  const { tracks, rooms } = readStoredJson<Record<string, unknown>>(keyOf(eventId)) ?? {}
  const choice = { tracks: manyTexts(tracks), rooms: manyTexts(rooms) }
  return choice.tracks || choice.rooms ? choice : undefined
}

export const writeChoice = (eventId: string, choice: TrackChoice) =>
  writeStored(keyOf(eventId), JSON.stringify(choice))

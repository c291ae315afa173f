import { manyTexts } from '#lib/search-params.ts'

// The last choice of tracks and rooms of each conference, in this browser alone.

type TrackChoice = { tracks: string[] | undefined; rooms: string[] | undefined }

const keyOf = (eventId: string) => `tracks of ${eventId}`

export function readChoice(eventId: string): TrackChoice | undefined {
  try {
    const { tracks, rooms } = JSON.parse(localStorage.getItem(keyOf(eventId)) ?? '')
    const choice = { tracks: manyTexts(tracks), rooms: manyTexts(rooms) }
    return choice.tracks || choice.rooms ? choice : undefined
  } catch {
    // Nothing was chosen, or the browser keeps nothing.
    return undefined
  }
}

export function writeChoice(eventId: string, choice: TrackChoice): void {
  try {
    localStorage.setItem(keyOf(eventId), JSON.stringify(choice))
  } catch {
    // The browser keeps nothing: the choice is in the address.
  }
}

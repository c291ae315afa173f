import { z } from 'zod'

// The last choice of tracks and rooms of each conference, in this browser alone.

const schema = z.object({ tracks: z.array(z.string()).optional(), rooms: z.array(z.string()).optional() })
type TrackChoice = z.infer<typeof schema>

const keyOf = (eventId: string) => `tracks of ${eventId}`

export function readChoice(eventId: string): TrackChoice | undefined {
  try {
    const choice = schema.parse(JSON.parse(localStorage.getItem(keyOf(eventId)) ?? ''))
    return choice.tracks?.length || choice.rooms?.length ? choice : undefined
  } catch {
    // Nothing was chosen, or the browser keeps nothing.
    return undefined
  }
}

export function writeChoice(eventId: string, form: FormData): void {
  try {
    localStorage.setItem(
      keyOf(eventId),
      JSON.stringify({ tracks: form.getAll('tracks'), rooms: form.getAll('rooms') }),
    )
  } catch {
    // The browser keeps nothing: the choice is in the address.
  }
}

import { statusSentence } from '#features/events/event-text.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'

/** What became of an event, above its title; nothing for one that is as announced. */
export function StatusBanner({ event }: { event: EventDetail }) {
  const sentence = statusSentence(event)
  if (!sentence) return null
  return (
    <div className="border-2 border-ink bg-wash px-4 py-3">
      <p className="font-semibold">{sentence}</p>
      {event.status_note && (
        <p dir="auto" className="mt-1 max-w-prose [overflow-wrap:anywhere]">
          {event.status_note}
        </p>
      )}
    </div>
  )
}

import type { EventCall } from '#features/events/event-calls.schemas.ts'
import { timeLeft } from '../calls.ts'

/** How long a call is open, in large ink. */
export function TimeLeft({ call, large }: { call: Pick<EventCall, 'hours_left'>; large?: boolean }) {
  const [figure, unit] = timeLeft(call) ?? ['Open', 'no deadline']
  return (
    <p className="leading-tight">
      <span className={`block font-display font-bold ${large ? 'text-4xl' : 'text-2xl'}`}>{figure}</span>
      <span className="text-sm text-quiet">
        {unit}
        <span className="sr-only"> left</span>
      </span>
    </p>
  )
}

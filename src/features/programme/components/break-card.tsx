import type { ScheduledBreak } from '../programme.schemas.ts'
import { timeRange } from '../schedule.ts'

/** Orange is for breaks alone. */
export function BreakCard({ item }: { item: ScheduledBreak }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 bg-break px-4 py-2 text-[0.9375rem] font-semibold text-on-break">
      <span>BREAK</span>
      <span className="whitespace-nowrap">{timeRange(item.start_time, item.end_time)}</span>
      <span>{item.title}</span>
      {item.description && <span className="basis-full font-normal">{item.description}</span>}
    </div>
  )
}

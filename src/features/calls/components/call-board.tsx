import { Section } from '#components/ui/section.tsx'
import { addDays, dateRange } from '#lib/dates.ts'
import type { ListedCall, Mark } from '../calls.schemas.ts'
import { weekOf } from '../calls.ts'
import { CallRow } from './call-row.tsx'
import { InterestButton } from './interest-button.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  calls: ListedCall[]
  today: string
  /** Those of the viewer; undefined for a visitor. */
  marks?: Mark[]
}

/** The open calls by the week in which they close. */
export function CallBoard({ calls, today, marks }: Props) {
  const weeks = Map.groupBy(calls, ({ closes_on }) => (closes_on ? weekOf(closes_on) : 'none'))
  return [...weeks].map(([week, callsOfWeek]) => (
    <Section
      key={week}
      title={weekTitle(week, today)}
      aside={<span className="text-quiet">{callsOfWeek.length}</span>}
    >
      {callsOfWeek.map((call) => (
        <CallRow
          key={call.id}
          call={call}
          lead={<TimeLeft call={call} />}
          aside={marks && <InterestButton callId={call.id} name={call.event.name} marks={marks} />}
        />
      ))}
    </Section>
  ))
}

function weekTitle(week: string, today: string): string {
  if (week === 'none') return 'No deadline'
  if (week === weekOf(today)) return 'This week'
  return dateRange(week, addDays(week, 6))
}

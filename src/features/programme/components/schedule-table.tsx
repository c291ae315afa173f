import { mainTrack } from '#src/limits.ts'
import type { ScheduledTalk } from '../programme.schemas.ts'
import type { ScheduleItem, ScheduleTable as Table } from '../schedule.ts'
import { BreakCard } from './break-card.tsx'
import { TalkCard } from './talk-card.tsx'
import type { Plan } from './use-plan.ts'

type Props = {
  eventSlug: string
  table: Table
  /** The one track that a narrow screen shows. */
  track: string | undefined
  openTalk: { id: string; description: string | null } | undefined
  plan?: Plan
  /** What tells that a talk is over. */
  isOver: (talk: ScheduledTalk) => boolean
}

/**
 * A day: rows are times, columns are tracks, a break for all spans the table. Below 768 px the same markup is a list of
 * the selected track, so that every visitor gets the same page.
 */
export function ScheduleTable({ table, track, ...shared }: Props) {
  const { tracks, rows } = table
  const currentTrack = track && tracks.includes(track) ? track : tracks[0]
  const hasOnlyMainTrack = tracks.length === 1 && currentTrack === mainTrack
  return (
    <table className={`schedule ${hasOnlyMainTrack ? 'schedule-plain' : ''}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Time</span>
          </th>
          {tracks.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          row.kind === 'band' ? (
            <tr key={row.item.id}>
              <th scope="row">
                <span className="sr-only">{row.time}, All Tracks</span>
              </th>
              <td colSpan={tracks.length || 1}>
                <BreakCard item={row.item} />
              </td>
            </tr>
          ) : (
            <tr key={`${row.date} ${row.time}`}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell, index) => (
                <td key={tracks[index]} data-shown={tracks[index] === currentTrack || undefined}>
                  {cell.map((item) => (
                    <Item key={item.id} item={item} {...shared} />
                  ))}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

type ItemProps = { item: ScheduleItem } & Omit<Props, 'table' | 'track'>

function Item({ eventSlug, item, openTalk, plan, isOver }: ItemProps) {
  if (item.kind === 'break') {
    return (
      <div className="py-1.5">
        <BreakCard item={item} />
      </div>
    )
  }
  return (
    <TalkCard
      eventSlug={eventSlug}
      talk={item}
      description={openTalk?.id === item.id ? openTalk.description : undefined}
      isSaved={plan?.talks.has(item.id)}
      isOver={isOver(item)}
      onPlan={plan?.canAdd || plan?.talks.has(item.id) ? plan.onChange : undefined}
    />
  )
}

import { mainTrack } from '#src/limits.ts'
import type { ScheduleItem, ScheduleTable as Table } from '../schedule.ts'
import { BreakCard } from './break-card.tsx'
import { TalkCard } from './talk-card.tsx'

/** The ids of the talks that a signed-in person plans to attend, and how that changes. */
export type Plan = {
  talks: ReadonlySet<string>
  onChange: (talkId: string, isSaved: boolean) => void
}

type Props = {
  table: Table
  /** The one track that a narrow screen shows. */
  track: string | undefined
  openTalk: { id: string; description: string | null } | undefined
  plan?: Plan
}

/** More columns do not fit the page: the table then scrolls in itself, with sticky times and tracks. */
const maxTracksPerPage = 4
const scroller = {
  className: 'relative md:max-h-[85dvh] md:overflow-auto md:border-y md:border-hairline md:pb-2',
  role: 'group',
  'aria-label': 'Schedule, scrolls horizontally',
  tabIndex: 0,
}

/**
 * A day: rows are times, columns are tracks, a break for all spans the table. Below 768 px the same markup is a list of
 * the selected track, so that every visitor gets the same page.
 */
export function ScheduleTable({ table, track, openTalk, plan }: Props) {
  const { tracks, rows } = table
  const currentTrack = track && tracks.includes(track) ? track : tracks[0]
  const isWide = tracks.length > maxTracksPerPage
  const hasOnlyMainTrack = tracks.length === 1 && currentTrack === mainTrack
  return (
    <div {...(isWide && scroller)}>
      <table
        className={`schedule ${isWide ? 'schedule-wide' : ''} ${hasOnlyMainTrack ? 'schedule-plain' : ''}`}
      >
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
              <tr key={row.time}>
                <th scope="row">{row.label}</th>
                {row.cells.map((cell, index) => (
                  <td key={tracks[index]} data-shown={tracks[index] === currentTrack || undefined}>
                    {cell.map((item) => (
                      <Item key={item.id} item={item} rowTime={row.time} openTalk={openTalk} plan={plan} />
                    ))}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

type ItemProps = { item: ScheduleItem; rowTime: string | null } & Pick<Props, 'openTalk' | 'plan'>

function Item({ item, rowTime, openTalk, plan }: ItemProps) {
  if (item.kind === 'break') {
    return (
      <div className="py-1.5">
        <BreakCard item={item} />
      </div>
    )
  }
  return (
    <TalkCard
      talk={item}
      description={openTalk?.id === item.id ? openTalk.description : undefined}
      showsTime={item.start_time !== rowTime}
      isSaved={plan?.talks.has(item.id)}
      onPlan={plan?.onChange}
    />
  )
}

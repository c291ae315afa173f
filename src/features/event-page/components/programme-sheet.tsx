import { Section } from '#components/ui/section.tsx'
import { EventDateBlock } from '#features/directory/components/event-date-block.tsx'
import { placeText } from '#features/events/event-text.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { EventProgramme } from '#features/programme/components/event-programme.tsx'
import { TalkTitle } from '#features/programme/components/talk-title.tsx'
import type { EventSearch } from '#features/programme/event-search.ts'
import type { DaySchedule } from '#features/programme/programme.schemas.ts'
import { scheduleHours, timeRange } from '#features/programme/schedule.ts'
import { talkPath } from '#features/programme/talk-link.ts'
import { dateRange, longDay } from '#lib/dates.ts'
import type { loadEventTab } from '../load-event-page.ts'

type Props = {
  site: { name: string; url: string }
  event: EventDetail
  programme: NonNullable<Awaited<ReturnType<typeof loadEventTab>>['programme']>
  search: EventSearch
}

/** The programme alone, rendered only on the server: in a frame on another site, or for paper (server/pages/sheets.ts). */
export function ProgrammeSheet({ site, event, programme, search }: Props) {
  const url = `${site.url}/conferences/${event.slug}`
  const { talks } = programme.schedule
  // For paper; a frame has the chosen one.
  const days = programme.sheet?.days
  const withVideo = talks.filter(({ video_url }) => video_url).length
  const zone = event.time_zone ? ` (${event.time_zone})` : ''
  return (
    <div className="page stack gap-6 py-4">
      <div className="flex items-start gap-3">
        <EventDateBlock start={event.start_date} end={event.end_date} />
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl leading-tight">
            <a href={url}>{event.name}</a>
          </h1>
          <p className="text-quiet">
            {placeText(event)} · {dateRange(event.start_date, event.end_date)} · times are local{zone}
          </p>
          {days && (
            <button type="button" hidden className="no-print mt-3 min-h-10 border px-4">
              Print
            </button>
          )}
        </div>
      </div>
      {days && days.length > 0 ? (
        days.map((schedule) => <PaperDay key={schedule.day} slug={event.slug} schedule={schedule} />)
      ) : (
        <EventProgramme
          {...{ event, programme, search }}
          savedTalks={undefined}
          canEdit={false}
          onNavigate={() => {}}
        />
      )}
      <p className="flex flex-wrap gap-x-4 text-sm">
        {days ? (
          url
        ) : (
          <>
            <a href={site.url} className="font-semibold">
              {site.name}
            </a>
            <a href={url}>Full programme</a>
            <a href={`${url}/schedule.ics`}>Add to calendar</a>
            {withVideo > 0 && (
              <span className="text-quiet">
                {withVideo} of {talks.length} talks have video
              </span>
            )}
          </>
        )}
      </p>
    </div>
  )
}

const PaperDay = ({ slug, schedule }: { slug: string; schedule: DaySchedule }) => (
  <Section title={longDay(schedule.day ?? '')}>
    <table className="w-full table-fixed text-[0.9375rem] [&_:is(td,th)]:border-b [&_:is(td,th)]:border-hairline [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pr-3 [&_:is(td,th)]:align-top [&_span]:block [&_span]:text-quiet [&_tr]:break-inside-avoid">
      <tbody>
        {scheduleHours(schedule)
          .flatMap(({ items }) => items)
          .map((item) => (
            <tr key={item.id}>
              <th scope="row" className="w-14 text-left font-normal sm:w-32">
                {timeRange(item.start_time, item.end_time) || 'Any time'}
              </th>
              <td className="font-semibold [unicode-bidi:plaintext]">
                {item.kind === 'break' ? (
                  item.title
                ) : (
                  <>
                    <a href={talkPath(slug, item.number)}>
                      <TalkTitle talk={item} />
                    </a>
                    <span className="font-normal">{item.speakers.map(({ name }) => name).join(', ')}</span>
                  </>
                )}
              </td>
              <td className="w-[26%] hyphens-auto">
                {item.kind === 'talk' && item.location}
                <span>{item.track_name}</span>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  </Section>
)

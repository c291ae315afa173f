import { PlainLink } from '#components/layout/plain-link.tsx'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { seriesName } from '#features/identity/series-name.ts'
import { stringifySearch } from '#lib/search-params.ts'
import { FollowButton } from './follow-button.tsx'

type Props = {
  site: { url: string }
  event: { id: string; slug: string; name: string; series: { name: string; slug: string } | null }
  /** Null for a visitor. */
  isFollowing: boolean | null
  size?: 'small'
}

export const FollowProgramme = (props: Props) => (
  <FollowEvent
    {...props}
    about="when the programme is out"
    feed={{
      title: `Talks of ${props.event.name}`,
      calendar: `/conferences/${props.event.slug}/schedule.ics`,
      atom: `/conferences/${props.event.slug}/feed.atom`,
    }}
  />
)

/** For a visitor the calendar of its series, or else of a search for its name. */
export function FollowNextEdition(props: Props) {
  const { name, series } = props.event
  const words = seriesName(name)
  const [path, query] = series
    ? [`/series/${series.slug}/feed`, '']
    : ['/conferences/feed', stringifySearch({ search: words })]
  return (
    <FollowEvent
      {...props}
      about="about the next one"
      feed={{
        title: series ? series.name : `Conferences called “${words}”`,
        calendar: `${path}.ics${query}`,
        atom: `${path}.atom${query}`,
      }}
    />
  )
}

type FollowProps = Props & {
  /** What a message is wanted about: 'when the programme is out'. */
  about: string
  /** The paths of what tells a visitor the same. */
  feed: { title: string; calendar: string; atom: string }
}

/** Follows a conference for the message that a reader of this page waits for; without an account by a calendar. */
function FollowEvent({ site, event, isFollowing, about, feed, size }: FollowProps) {
  if (isFollowing !== null)
    return (
      <FollowButton
        what={{ kind: 'event', key: event.id }}
        name={event.name}
        isFollowing={isFollowing}
        labels={[
          <Label key="follow" verb="Notify me" about={about} />,
          <Label key="following" verb="You will be notified" about={about} />,
        ]}
        size={size}
      />
    )
  return (
    <CalendarSheet
      site={site}
      title={feed.title}
      path={feed.calendar}
      label={<Label verb="Notify me" about={about} />}
      size={size}
      isEmpty
      note={
        <>
          Members{' '}
          <PlainLink to="/auth" search={{ next: `/conferences/${event.slug}` }} className="link">
            sign in
          </PlainLink>{' '}
          and get a message. Without an account, subscribe to this calendar or a{' '}
          <a href={feed.atom} className="link">
            feed
          </a>
          : empty until then, it fills by itself.
        </>
      }
    />
  )
}

/** On a phone the button says the verb alone (FactRow), the row what it is about. */
const Label = ({ verb, about }: { verb: string; about: string }) => (
  <span>
    {verb}
    <span data-about=""> {about}</span>
  </span>
)

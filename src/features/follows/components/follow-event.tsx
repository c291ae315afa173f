import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { FollowButton } from './follow-button.tsx'

type Props = {
  site: { url: string }
  event: { id: string; slug: string; name: string; series: { name: string; slug: string } | null }
  /** Null for a visitor. */
  isFollowing: boolean | null
}

export const FollowProgramme = (props: Props) => (
  <FollowEvent
    {...props}
    about="when the programme is out"
    feed={{
      title: `Talks of ${props.event.name}`,
      path: `/conferences/${props.event.slug}`,
      calendar: 'schedule',
    }}
  />
)

export const FollowNextEdition = (props: Props) => (
  <FollowEvent
    {...props}
    about="about the next one"
    feed={
      props.event.series && {
        title: props.event.series.name,
        path: `/series/${props.event.series.slug}`,
        calendar: 'feed',
      }
    }
  />
)

type FollowProps = Props & {
  /** What a message is wanted about: 'when the programme is out'. */
  about: string
  /** The page whose calendar and feed tell a visitor the same. */
  feed: { title: string; path: string; calendar: string } | null
}

/** Follows a conference for the message that a reader of this page waits for; without an account by a calendar. */
function FollowEvent({ site, event, isFollowing, about, feed }: FollowProps) {
  if (isFollowing !== null)
    return (
      <FollowButton
        what={{ kind: 'event', key: event.id }}
        name={event.name}
        isFollowing={isFollowing}
        labels={[`Tell me ${about}`, `You will be told ${about}`]}
      />
    )
  const next = `/conferences/${event.slug}`
  if (!feed)
    return (
      <PlainLink to="/auth" search={{ next }} className={buttonClass({ look: 'outline' })}>
        Sign in to be told {about}
      </PlainLink>
    )
  return (
    <CalendarSheet
      site={site}
      title={feed.title}
      path={`${feed.path}/${feed.calendar}.ics`}
      label={`Tell me ${about}`}
      note={
        <>
          Members{' '}
          <PlainLink to="/auth" search={{ next }} className="link">
            sign in
          </PlainLink>{' '}
          and get a message. Without an account, this calendar or{' '}
          <a href={`${feed.path}/feed.atom`} className="link">
            feed
          </a>{' '}
          shows it as soon as it is listed.
        </>
      }
    />
  )
}

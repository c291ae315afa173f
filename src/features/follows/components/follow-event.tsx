import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { FollowButton } from './follow-button.tsx'

type Props = {
  event: { id: string; slug: string; name: string }
  /** Null for a visitor. */
  isFollowing: boolean | null
  /** What a message is wanted about: 'when the programme is out'. */
  about: string
}

/** Follows a conference for the message that a reader of this page waits for. */
export const FollowEvent = ({ event, isFollowing, about }: Props) =>
  isFollowing === null ? (
    <PlainLink
      to="/auth"
      search={{ next: `/conferences/${event.slug}` }}
      className={buttonClass({ look: 'outline' })}
    >
      Tell me {about}
    </PlainLink>
  ) : (
    <FollowButton
      what={{ kind: 'event', key: event.id }}
      name={event.name}
      isFollowing={isFollowing}
      labels={[`Tell me ${about}`, `You will be told ${about}`]}
    />
  )

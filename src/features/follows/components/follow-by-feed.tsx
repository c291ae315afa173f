import { Link } from '@tanstack/react-router'

/** How a visitor follows a page, who has no account to do it with. */
export const FollowByFeed = ({ path }: { path: string }) => (
  // A line of its own: with the greatest width on it, the paragraph would stand beside a short title.
  <div className="order-last basis-full">
    <p className="max-w-prose text-[0.9375rem] text-quiet">
      Feeds:{' '}
      <a href={`${path}/feed.ics`} className="link py-1">
        calendar
      </a>
      ,{' '}
      <a href={`${path}/feed.atom`} className="link py-1">
        Atom
      </a>
      ,{' '}
      <a href={`${path}/feed.json`} className="link py-1">
        JSON
      </a>
      . Members{' '}
      <Link to="/auth" search={{ next: path }} className="link py-1">
        sign in
      </Link>{' '}
      to follow.
    </p>
  </div>
)

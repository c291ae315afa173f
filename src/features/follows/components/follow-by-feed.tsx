import { Link } from '@tanstack/react-router'

/** How a visitor follows a page, who has no account to do it with. */
export const FollowByFeed = ({ path }: { path: string }) => (
  // A line of its own: with the greatest width on it, the paragraph would stand beside a short title.
  <div className="order-last basis-full">
    <p className="max-w-prose text-[0.9375rem] text-quiet">
      Follow this page without an account: it has a feed for{' '}
      <a href={`${path}/feed.ics`} className="link py-1">
        calendars
      </a>
      , and for feed readers as{' '}
      <a href={`${path}/feed.atom`} className="link py-1">
        Atom
      </a>{' '}
      or{' '}
      <a href={`${path}/feed.json`} className="link py-1">
        JSON
      </a>
      . Members can{' '}
      <Link to="/auth" search={{ next: path }} className="link py-1">
        sign in
      </Link>{' '}
      to follow it here.
    </p>
  </div>
)

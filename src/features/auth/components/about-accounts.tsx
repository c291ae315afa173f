import { Link } from '@tanstack/react-router'

/** What an account is for and how to get one, for somebody whom a button of a page led to the sign-in. */
export const AboutAccounts = ({ next }: { next: string | undefined }) => (
  <div className="mt-10 border-t border-hairline pt-5 text-[0.9375rem] text-quiet">
    <p>
      With an account you say which conferences you attend, see who else goes, keep talks in your own schedule
      and calendar, follow topics and speakers, and list conferences with their programmes. Reading needs no
      account.
    </p>
    <p className="mt-3">
      Membership is by invitation, so that what is listed stays worth reading. Each member has codes to give
      away: ask somebody you know from a conference, or{' '}
      <Link to="/auth" search={{ tab: 'request', next }} className="link">
        ask the administrators for an invitation
      </Link>
      .
    </p>
  </div>
)

import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** Replaces a page after its session has ended or its account was deleted. */
export function SignInCard({ next }: { next: string }) {
  return (
    <Notice
      title="Please sign in"
      action={
        <Link to="/auth" search={{ next }} reloadDocument className={buttonClass()}>
          Sign in
        </Link>
      }
    >
      Your session has ended. Sign in to see your conferences and schedule.
    </Notice>
  )
}

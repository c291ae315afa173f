import { ButtonLink } from '#components/layout/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** Replaces a page after its session has ended or its account was deleted. */
export function SignInCard({ next }: { next: string }) {
  return (
    <Notice
      title="Please sign in"
      action={<ButtonLink to="/auth" search={{ next }} reloadDocument label="Sign in" />}
    >
      Your session has ended. Sign in to see your conferences and schedule.
    </Notice>
  )
}

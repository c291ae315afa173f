import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

export function NotFound() {
  return (
    <Notice
      title="Page not found"
      action={
        <Link to="/" className={buttonClass()}>
          Return to Home
        </Link>
      }
    >
      There is no page at this address. It may have moved, or the link may be old.
    </Notice>
  )
}

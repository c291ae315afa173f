import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

export function EventNotFound() {
  return (
    <Notice
      title="Conference not found"
      action={
        <Link to="/conferences" className={buttonClass()}>
          Back to Conferences
        </Link>
      }
    >
      It may have been removed, or the link may be wrong.
    </Notice>
  )
}

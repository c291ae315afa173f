import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'

/** From editing a conference to the import of its programme. */
export function ImportLink({ event }: { event: { slug: string } }) {
  return (
    <Link to="/conferences/$slug/edit/import" params={event} className={buttonClass({ look: 'outline' })}>
      Import programme
    </Link>
  )
}

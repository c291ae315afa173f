import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import type { EventDetail } from '../events.schemas.ts'

export function OwnerActions({ event }: { event: EventDetail }) {
  return (
    <Link
      to="/conferences/$slug/edit"
      params={{ slug: event.slug }}
      aria-label="Edit this conference"
      title="Edit this conference"
      className="inline-flex size-10 items-center justify-center rounded border border-ink hover:border-accent hover:text-accent"
    >
      <Icon icon={Pencil} className="size-4.5" />
    </Link>
  )
}

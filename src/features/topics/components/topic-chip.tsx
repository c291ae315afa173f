import { Link } from '@tanstack/react-router'
import { chipClass } from '#components/ui/badge.tsx'

/** Read alone, as a list of links is, these names of topics say nothing. */
const saysNothing = /^(go|start|more|info)$/i

/** A topic as a chip that leads to its conferences. */
export function TopicChip({ name }: { name: string }) {
  return (
    <Link
      to="/topics/$topicName"
      params={{ topicName: name }}
      className={`${chipClass} text-ink hover:text-accent`}
    >
      {name}
      {saysNothing.test(name) && <span className="sr-only"> conferences</span>}
    </Link>
  )
}

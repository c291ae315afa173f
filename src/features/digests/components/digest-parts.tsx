import { Link } from '@tanstack/react-router'
import { Badge } from '#components/ui/badge.tsx'
import { Section } from '#components/ui/section.tsx'
import { followedPath } from '#features/follows/follows.ts'
import type { DigestPart } from '../digests.schemas.ts'

export const DigestParts = ({ parts }: { parts: DigestPart[] }) => (
  <div className="stack gap-10">
    {parts.map(({ kind, key, name, items, total }) => (
      <Section key={`${kind} ${key}`} title={<span dir="auto">{name}</span>}>
        <ul>
          {items.map((item) => (
            <li key={item.id} className="border-b border-hairline py-2.5">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Badge>{item.label}</Badge>
                <Link
                  to="/"
                  // Overrides `to`: the path comes from the data.
                  href={item.path}
                  dir="auto"
                  className="min-w-0 break-words font-semibold hover:text-accent"
                >
                  {item.title}
                </Link>
              </p>
              <p dir="auto" className="break-words text-[0.9375rem] text-quiet">
                {item.text}
              </p>
            </li>
          ))}
        </ul>
        {kind !== 'check' && total > items.length && (
          <p className="py-2.5">
            <Link to="/" href={followedPath({ kind, key })} className="link py-1">
              And {total - items.length} more
            </Link>
          </p>
        )}
      </Section>
    ))}
  </div>
)

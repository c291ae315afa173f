import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Contents } from '#components/layout/contents.tsx'
import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import { type ProgrammeWarning, programmeWarnings } from '../programme-warnings.ts'

type Props = { slug: string } & Parameters<typeof programmeWarnings>[0]

const maxShown = 20

/** The contents of the edit page, and what in the programme is worth a look, each with a link to it. */
export function ProgrammeOverview({ slug, event, talks, breaks, tracks }: Props) {
  const warnings = useMemo(
    () => programmeWarnings({ event, talks, breaks, tracks }),
    [event, talks, breaks, tracks],
  )
  return (
    <div className="stack gap-8">
      <Contents
        parts={[
          ['topics', 'Topics'],
          ['tracks', `Tracks (${tracks.length})`],
          ['breaks', `Breaks (${breaks.length})`],
          ['talks', `Talks (${talks.length})`],
          ['delete', 'Delete'],
        ]}
      />
      {warnings.length > 0 && (
        <Section title={`${count(warnings.length, 'point', 'points')} to check`}>
          <ul className="list-disc pl-5">
            {warnings.slice(0, maxShown).map((warning) => (
              <li key={`${warning.subject.id} ${warning.text}`}>
                <WarningLink slug={slug} warning={warning} />
              </li>
            ))}
          </ul>
          {warnings.length > maxShown && <p className="mt-2 text-quiet">The first {maxShown} are shown.</p>}
        </Section>
      )}
    </div>
  )
}

function WarningLink({ slug, warning }: { slug: string; warning: ProgrammeWarning }) {
  const { kind, id } = warning.subject
  if (kind !== 'talk')
    return (
      <a href={`#${kind}-${id}`} className="link">
        {warning.text}
      </a>
    )
  return (
    <Link
      to="/conferences/$slug/edit"
      params={{ slug }}
      search={{ talk: id }}
      preload={false}
      resetScroll={false}
      className="link"
    >
      {warning.text}
    </Link>
  )
}

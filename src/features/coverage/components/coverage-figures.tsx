import { Link } from '@tanstack/react-router'
import { canEditEvent, type EventViewer } from '#features/events/events.rules.ts'
import { count } from '#lib/text.ts'
import type { Figures } from '../coverage.schemas.ts'

type Props = {
  event: { id: string; slug: string; start_date: string; created_by: string | null }
  figures: Figures
  site: { today: string; viewer: EventViewer }
}

/** '68 of 120 talks have video': once the event has begun, and where there is something to count. */
export function CoverageFigures({ event, figures, site }: Props) {
  const sentences = figureSentences(figures)
  const canEdit = canEditEvent(site.viewer, event)
  if (event.start_date > site.today || figures.talks === 0 || (sentences.length === 0 && !canEdit))
    return null
  return (
    <p className="text-quiet">
      {sentences.join(', ') || 'No talk has video or slides yet'}.{' '}
      {canEdit && (
        <Link to="/conferences/$slug/edit/coverage" params={{ slug: event.slug }} className="link">
          What is missing
        </Link>
      )}
    </p>
  )
}

/** What there is of each; nothing of what there is none. */
export const figureSentences = ({ recorded, talks, video, slides, writeups }: Figures) => [
  ...(video > 0 ? [`${share(video, recorded)} video`] : []),
  ...(slides > 0 ? [`${share(slides, talks)} slides`] : []),
  ...(writeups > 0 ? [count(writeups, 'write-up', 'write-ups')] : []),
]

const share = (some: number, all: number) =>
  `${some.toLocaleString('en')} of ${count(all, 'talk', 'talks')} ${some === 1 ? 'has' : 'have'}`

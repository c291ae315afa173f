import { Check } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Choice } from '../facets.ts'

type ListProps = { to: '/conferences' | '/cfp'; choices: Choice[] }
/** `visibleCount`: how many choices are visible at once; the rest fold. */
type Props = ListProps & { title: string; visibleCount: number }

/** The choices of one filter of a list. Each is a link, so it works without script; chosen ones never fold away. */
export function Facet({ to, title, choices, visibleCount }: Props) {
  const visibleChoices = choices.filter(({ isChosen }, index) => isChosen || index < visibleCount)
  const folded = choices.filter((choice) => !visibleChoices.includes(choice))
  if (choices.length === 0) return null
  return (
    <section aria-label={title} className="ruled">
      <p className="mb-1 font-display font-bold">{title}</p>
      <ChoiceList to={to} choices={visibleChoices} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-7 py-0.5 text-[0.9375rem] text-quiet hover:text-accent">
            {folded.length} more
          </summary>
          <RenderAfterFirstFrame>
            <ChoiceList to={to} choices={folded} />
          </RenderAfterFirstFrame>
        </details>
      )}
    </section>
  )
}

const ChoiceList = ({ to, choices }: ListProps) => (
  <ul className="facet">
    {choices.map(({ value, label, count, isChosen, search }) => (
      <li key={value}>
        <PlainLink
          to={to}
          search={search}
          rel="nofollow"
          resetScroll={false}
          aria-current={isChosen ? 'true' : undefined}
        >
          <span aria-hidden="true">{isChosen && <Icon icon={Check} className="size-3.5" />}</span>
          <span>{label}</span>
          <span>{count?.toLocaleString('en')}</span>
          {isChosen && <span className="sr-only">chosen</span>}
        </PlainLink>
      </li>
    ))}
  </ul>
)

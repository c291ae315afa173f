import { Check } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { NearFilter } from '#features/directory/components/near-filter.tsx'
import { monthName } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import type { BoardSearch } from '../board.ts'
import { type ManyValued, toggleValue } from '../board-filters.ts'
import type { CallCounts } from '../calls.schemas.ts'
import { costNames, costs } from '../calls.ts'

const shownChoices = 8

type Counted = { name: string; count: number }
type Props = { search: BoardSearch; counts: CallCounts }

/** What the board can be narrowed to. Each choice is a link, so it works without script. */
export function CallFacets({ search, counts }: Props) {
  const { after: _, ...firstPage } = search
  const hows = [
    { how: 'in-person', label: 'In person', count: counts.in_person },
    { how: 'online', label: 'Online', count: counts.online },
  ] as const
  const paid = costNames.map((name) => ({ name, count: counts.paid[name] })).filter(({ count }) => count > 0)
  const facet = { search, isComplete: counts.is_complete }
  return (
    <div className="stack gap-6">
      <Facet
        {...facet}
        title="Paid, at least case by case"
        name="paid"
        counted={paid}
        labelOf={(name) => costs[name as 'hotel']}
      />
      <Facet {...facet} title="Topic" name="topics" counted={counts.topics} />
      <Group title="How">
        {hows.map(({ how, label, count }) => (
          <Choice
            key={how}
            label={label}
            count={counts.is_complete ? count : undefined}
            isChosen={search.how === how}
            search={{ ...firstPage, how: search.how === how ? undefined : how }}
          />
        ))}
      </Group>
      <NearFilter
        action="/cfp"
        search={search}
        otherFields={{ ...firstPage, near: undefined, within: undefined }}
        linkOf={(within) => ({ to: '/cfp', search: { ...firstPage, within } })}
      />
      <Facet {...facet} title="Country" name="country" counted={counts.countries} />
      <Facet {...facet} title="City" name="city" counted={[]} />
      <Facet
        {...facet}
        title="Month of the conference"
        name="month"
        counted={counts.months}
        labelOf={monthName}
      />
      <Facet {...facet} title="Language" name="language" counted={counts.languages} labelOf={languageName} />
    </div>
  )
}

type FacetProps = {
  search: BoardSearch
  isComplete: boolean
  title: string
  name: ManyValued
  counted: Counted[]
  labelOf?: (name: string) => string
}

function Facet({ search, isComplete, title, name, counted, labelOf = (name) => name }: FacetProps) {
  const chosen: string[] = search[name] ?? []
  const missing = chosen.filter((value) => !counted.some((choice) => choice.name === value))
  const all = [...missing.map((name) => ({ name, count: 0 })), ...counted]
  if (all.length === 0) return null
  const choice = ({ name: value, count }: Counted) => (
    <Choice
      key={value}
      label={labelOf(value)}
      count={isComplete ? count : undefined}
      isChosen={chosen.includes(value)}
      search={toggleValue(search, name, value)}
    />
  )
  const folded = all.slice(shownChoices)
  return (
    <Group title={title} folded={folded.length > 0 && { count: folded.length, choices: folded.map(choice) }}>
      {all.slice(0, shownChoices).map(choice)}
    </Group>
  )
}

type GroupProps = {
  title: string
  children: React.ReactNode
  folded?: false | { count: number; choices: React.ReactNode }
}

const Group = ({ title, children, folded }: GroupProps) => (
  <section aria-label={title} className="ruled">
    <p className="mb-1 font-display font-bold">{title}</p>
    <ul className="facet">{children}</ul>
    {folded && (
      <details>
        <summary className="min-h-7 py-0.5 text-[0.9375rem] text-quiet hover:text-accent">
          {folded.count} more
        </summary>
        <ul className="facet">{folded.choices}</ul>
      </details>
    )}
  </section>
)

type ChoiceProps = { label: string; count?: number; isChosen: boolean; search: BoardSearch }

const Choice = ({ label, count, isChosen, search }: ChoiceProps) => (
  <li>
    <PlainLink
      to="/cfp"
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
)

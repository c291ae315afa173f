import { Check } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { EventCounts } from '#features/events/events.schemas.ts'
import { monthName } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { factLabels, hows, toggleValue } from '../filters.ts'
import { type DirectorySearch, firstPageOf, type NearCount } from '../search.ts'
import { NearFilter } from './near-filter.tsx'

/** The choices of a kind that stand there at once; the others fold. */
const shownChoices = { Format: 3, Month: 12, Country: 8, Topic: 8, Language: 5, Facts: 2 }

/** Of more, in the past, the year is the better choice. */
const mostMonths = 24

type Choice = { value: string; label: string; count: number; isChosen: boolean; search: DirectorySearch }

/** `nearCounts`: how many each distance from a city has. */
export type FacetsProps = { search: DirectorySearch; counts: EventCounts; nearCounts: NearCount[] }

/** The choices beside a list on a wide screen. Beside one that is longer than they are they stay in sight. */
export const FacetsBeside = ({ listed, ...facets }: FacetsProps & { listed: number }) => (
  <aside
    aria-label="Filters of the list"
    className={`hidden lg:block ${listed > 20 ? 'sticky bottom-6 self-end' : ''}`}
  >
    <EventFacets {...facets} />
  </aside>
)

/** What the events can be narrowed to, with how many each choice would leave. Each is a link, so it works without script. */
export function EventFacets({ search, counts, nearCounts }: FacetsProps) {
  const firstPage = firstPageOf(search)
  const choices = (
    name: 'topics' | 'country' | 'month',
    counted: { name: string; count: number }[],
  ): Choice[] => {
    const chosen = search[name] ?? []
    const isChosen = (value: string) => chosen.some((choice) => fold(choice) === fold(value))
    const missing = chosen.filter((value) => !counted.some((facet) => fold(facet.name) === fold(value)))
    return [...counted, ...missing.map((value) => ({ name: value, count: 0 }))].map(
      ({ name: value, count }) => ({
        value,
        label: name === 'month' ? monthName(value) : value,
        count,
        isChosen: isChosen(value),
        search: toggleValue(search, name, value),
      }),
    )
  }
  const factChoices = (
    name: 'format' | 'language' | 'free' | 'captions',
    counted: { name: string; count: number }[],
  ): Choice[] =>
    counted
      .filter((choice) => choice.count > 0 || search[name] === choice.name)
      .map(({ name: value, count }) => ({
        value,
        label: factLabels[name](value),
        count,
        isChosen: search[name] === value,
        search: { ...firstPage, [name]: search[name] === value ? undefined : value },
      }))
  const ofHow = { 'in-person': counts.in_person, online: counts.online }
  const howChoices = hows
    .filter(({ how }) => ofHow[how] > 0 || search.how === how)
    .map(({ how, label }) => ({
      value: how,
      label,
      count: ofHow[how],
      isChosen: search.how === how,
      search: { ...firstPage, how: search.how === how ? undefined : how },
    }))
  // What is said to be in person or online alone is counted above, with what its place tells.
  const formatChoices = factChoices('format', counts.formats).filter(
    ({ value, isChosen }) => value === 'hybrid' || isChosen,
  )
  return (
    <div className="stack gap-6">
      <NearFilter
        action="/conferences"
        search={search}
        otherFields={{ ...firstPage, near: undefined, within: undefined, filters: undefined }}
        counts={nearCounts}
        linkOf={(within) => ({ to: '/conferences', search: { ...firstPage, within } })}
      />
      <Facet title="Format" choices={[...howChoices, ...formatChoices]} />
      {counts.months.length <= mostMonths && (
        <Facet
          title="Month"
          choices={choices(
            'month',
            counts.months.map(({ name, coming, past }) => ({ name, count: coming + past })),
          )}
        />
      )}
      <RenderAfterFirstFrame>
        <Facet title="Country" choices={choices('country', counts.countries)} />
        <Facet title="Language" choices={factChoices('language', counts.languages)} />
        <Facet
          title="Facts"
          choices={[
            ...factChoices('free', [{ name: 'yes', count: counts.free }]),
            ...factChoices('captions', [{ name: 'yes', count: counts.captions }]).map((choice) => ({
              ...choice,
              value: 'captions',
            })),
          ]}
        />
        <Facet title="Topic" choices={choices('topics', counts.topics)} />
      </RenderAfterFirstFrame>
    </div>
  )
}

function Facet({ title, choices }: { title: keyof typeof shownChoices; choices: Choice[] }) {
  // Chosen ones never fold away.
  const visibleChoices = choices.filter(({ isChosen }, index) => isChosen || index < shownChoices[title])
  const folded = choices.filter((choice) => !visibleChoices.includes(choice))
  if (choices.length === 0) return null
  return (
    <section aria-label={title} className="ruled">
      <p className="mb-1 font-display font-bold">{title}</p>
      <ChoiceList choices={visibleChoices} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-7 py-0.5 text-[0.9375rem] text-quiet hover:text-accent">
            {folded.length} more
          </summary>
          <RenderAfterFirstFrame>
            <ChoiceList choices={folded} />
          </RenderAfterFirstFrame>
        </details>
      )}
    </section>
  )
}

const ChoiceList = ({ choices }: { choices: Choice[] }) => (
  <ul className="facet">
    {choices.map(({ value, label, count, isChosen, search }) => (
      <li key={value}>
        <PlainLink
          to="/conferences"
          search={search}
          rel="nofollow"
          resetScroll={false}
          aria-current={isChosen ? 'true' : undefined}
        >
          <span aria-hidden="true">{isChosen && <Icon icon={Check} className="size-3.5" />}</span>
          <span>{label}</span>
          <span>{count.toLocaleString('en')}</span>
          {isChosen && <span className="sr-only">chosen</span>}
        </PlainLink>
      </li>
    ))}
  </ul>
)

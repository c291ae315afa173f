import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import type { NearFilter as Near } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'
import {
  type DirectorySearch,
  firstPageOf,
  type NearCount,
  nearDistances,
  type WiderChoice,
} from '../search.ts'
import { NearInput } from './near-input.tsx'

type Props = {
  action: '/conferences' | '/cfp'
  search: Near
  /** What else the list is narrowed to. */
  otherFields: Record<string, unknown>
  /** The same list with another distance. */
  linkOf: (within: number) => { to: string; search: Record<string, unknown> }
  /** How many conferences each distance has, where that is known. */
  counts?: NearCount[]
}

type DistanceLinkProps = {
  to: string
  search: Record<string, unknown>
  distance: number
  count?: number
  isCurrent?: boolean
}

const DistanceLink = ({ to, search, distance, count, isCurrent }: DistanceLinkProps) => (
  <PlainLink
    to={to}
    search={search}
    rel="nofollow"
    resetScroll={false}
    aria-current={isCurrent ? 'true' : undefined}
    className="choice min-h-7 px-2! text-sm"
  >
    {distance} km
    {count !== undefined && <span className="opacity-70">{count}</span>}
  </PlainLink>
)

type WiderProps = { search: DirectorySearch; choices: WiderChoice[]; isOfWords?: boolean }

/** Where nothing is to come around a city: how much is farther away, online, and anywhere. `isOfWords`: nobody asked for a distance. */
export function WiderChoices({ search, choices, isOfWords }: WiderProps) {
  const { near, within = limits.nearDefaultKilometres } = search
  if (near === undefined || choices.length === 0) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2">
      {isOfWords ? `Around ${near}:` : `Nothing within ${within} km of ${near}, but`}
      {choices.map(({ distance, count: coming }) => (
        <PlainLink
          key={distance}
          to="/conferences"
          search={{
            ...firstPageOf(search),
            ...(typeof distance === 'number'
              ? { within: distance }
              : {
                  near: undefined,
                  within: undefined,
                  how: distance === 'online' ? distance : search.how,
                }),
          }}
          rel="nofollow"
          className="choice"
        >
          {typeof distance === 'number' ? `within ${distance} km` : distance}{' '}
          <span className="text-sm text-quiet">{coming.toLocaleString('en')}</span>
        </PlainLink>
      ))}
    </p>
  )
}

/** Above a list that reaches farther than was asked for. */
export const Widened = ({ search: { near, within } }: { search: DirectorySearch }) => (
  <p>
    Nothing is to come within {limits.nearDefaultKilometres} km of {near}. This is within {within} km:
  </p>
)

/** In place of a list around a city that the gazetteer does not have. */
export const UnknownCity = ({ city, suggestion }: { city: string; suggestion?: string | null }) => (
  <EmptyState>
    “{city}” is not a city that is known here.{' '}
    {suggestion ? (
      <>
        Did you mean{' '}
        <Link to="." search={(search) => ({ ...search, near: suggestion })} className="link">
          {suggestion}
        </Link>
        ?
      </>
    ) : (
      'Try a larger one nearby, or add its country: “Birmingham, United States”.'
    )}
  </EmptyState>
)

/** Around which city, and how far from it: a form that works without script, then distances as links. */
export function NearFilter({
  action,
  search: { near, within = limits.nearDefaultKilometres },
  otherFields,
  linkOf,
  counts = [],
}: Props) {
  const id = useId()
  return (
    <section aria-label="Near" className="ruled">
      <label htmlFor={id} className="mb-1 block font-display font-bold">
        Near a city
      </label>
      <form action={action} className="flex gap-2">
        <NearInput id={id} key={near} defaultValue={near} placeholder="Berlin" className="w-1 flex-1" />
        <HiddenFields values={{ ...otherFields, within: near && within }} />
        <Button type="submit" look="outline" size="small">
          Go
        </Button>
      </form>
      {near && (
        <ul className="mt-2 flex flex-wrap gap-1">
          {nearDistances.map((distance) => (
            <li key={distance}>
              <DistanceLink
                {...linkOf(distance)}
                distance={distance}
                count={counts.find((counted) => counted.distance === distance)?.count}
                isCurrent={distance === within}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

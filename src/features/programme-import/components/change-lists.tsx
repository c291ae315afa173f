import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import type {
  ChangeLists,
  FieldChange,
  PreviewedChange,
  SyncReport,
} from '../syncs/programme-syncs.schemas.ts'

export const changeKinds = ['added', 'changed', 'moved', 'removed', 'kept'] as const
type Kind = (typeof changeKinds)[number] | 'edited'
export type ChangeTotals = Record<Kind, number>
type ListProps = { lists: ChangeLists; totals: ChangeTotals }

const titles: Record<Kind, string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
  kept: 'Kept',
  edited: 'Edited here',
}
const savedBy = (n: number) => `${count(n, 'person', 'people')} saved it`

/** What an import writes. */
export function PlannedChanges({ renames, ...list }: ListProps & Pick<SyncReport, 'renames'>) {
  return (
    <>
      <Changes kind="added" {...list}>
        {(change) => (
          <>
            <p>
              <mark className="bg-wash text-ink">{change.becomes}</mark>
            </p>
            {change.isCancelled && <p className="font-semibold">Cancelled</p>}
            <p className="text-quiet">{change.isBreak ? 'Break' : change.track}</p>
          </>
        )}
      </Changes>
      <Changes kind="changed" {...list}>
        {(change) => <Fields fields={change.fields} />}
      </Changes>
      <Changes kind="moved" {...list} first={renames.filter(({ doubtfulOf }) => !doubtfulOf).map(renameRow)}>
        {(change) => (
          <>
            <p>
              <s className="text-quiet">{change.was}</s>{' '}
              <mark className="bg-wash text-ink">{change.becomes}</mark>
              {change.saved > 0 && <span className="text-quiet"> · {savedBy(change.saved)}</span>}
            </p>
            <Fields fields={change.fields} />
          </>
        )}
      </Changes>
      <Changes kind="removed" {...list}>
        {(change) => (
          <>
            <p className="text-quiet">{change.was}</p>
            {change.removal === 'cancelled' ? (
              <p>
                <strong>Marked as cancelled</strong>
                {change.saved > 0 && `, because ${savedBy(change.saved)}`}
              </p>
            ) : (
              <p>
                <strong>Deleted.</strong> Undo restores it.
              </p>
            )}
          </>
        )}
      </Changes>
    </>
  )
}

const renameRow = ({ kind, from, to, talks }: SyncReport['renames'][number]) => (
  <li key={`${kind} ${from}`} className="grid gap-x-8 border-b border-hairline py-2.5 md:grid-cols-[2fr_3fr]">
    <span className="font-semibold">A {kind} was renamed</span>
    <span>
      <s className="text-quiet">{from}</s> <mark className="bg-wash text-ink">{to}</mark>
      <span className="text-quiet">
        {' '}
        · its {count(talks, 'talk does', 'talks do')} not move, nobody is notified
      </span>
    </span>
  </li>
)

type RenamesProps = {
  renames: SyncReport['renames']
  /** Old names of rooms that were not renamed. */
  notRenamed: string[]
  onChange: (notRenamed: string[]) => void
}

/** Rooms that are gone, while one that is new has most of their talks: renamed, or did the talks move? */
export function RenamesToDecide({ renames, notRenamed, onChange }: RenamesProps) {
  if (renames.length === 0) return null
  return (
    <Section title="Renamed rooms" anchor="rooms" className="scroll-mt-4">
      {renames.map(({ from, to, talks, doubtfulOf }) => {
        const isRenamed = !notRenamed.includes(from)
        return (
          <label key={from} className="flex items-start gap-2 border-b border-hairline py-2.5">
            <input
              type="checkbox"
              checked={isRenamed}
              onChange={() =>
                onChange(isRenamed ? [...notRenamed, from] : notRenamed.filter((name) => name !== from))
              }
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              <s className="text-quiet">{from}</s> is called <strong>{to}</strong> now
              <span className="block text-[0.9375rem] text-quiet">
                {talks} of its {doubtfulOf} talks are in {to}.{' '}
                {isRenamed
                  ? 'They do not move, nobody is notified.'
                  : 'They move, and people who saved them are notified.'}
              </span>
            </span>
          </label>
        )
      })}
    </Section>
  )
}

/** Fields that were edited here and differ from the source; `overrides` are those that take the source's value. */
export function ConflictList({
  overrides,
  onChange,
  ...list
}: ListProps & {
  kind: 'kept' | 'edited'
  note: string
  overrides: string[]
  onChange: (overrides: string[]) => void
}) {
  return (
    <Changes {...list}>
      {(change) =>
        change.kept.map(({ field, label, before, after }) => {
          const key = `${change.key}\n${field}`
          const isOverridden = overrides.includes(key)
          return (
            <div key={field}>
              <p>
                <span className="text-sm text-quiet">{label}</span> {before || <em>nothing</em>}
              </p>
              <label className="flex items-start gap-2 py-1">
                <input
                  type="checkbox"
                  checked={isOverridden}
                  onChange={() =>
                    onChange(isOverridden ? overrides.filter((other) => other !== key) : [...overrides, key])
                  }
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                <span>Use the source’s: {after || 'nothing'}</span>
              </label>
            </div>
          )
        })
      }
    </Changes>
  )
}

type ChangesProps = ListProps & {
  kind: Kind
  note?: string
  first?: ReactNode[]
  children: (change: PreviewedChange) => ReactNode
}

function Changes({ kind, lists, totals, note, first = [], children }: ChangesProps) {
  const [changes, total] = [lists[kind], totals[kind]]
  if (changes.length + first.length === 0) return null
  return (
    <div id={kind} className="scroll-mt-4">
      <Section
        title={titles[kind]}
        aside={<span className="text-quiet">{note ?? total.toLocaleString('en')}</span>}
      >
        <ul>
          {first}
          {changes.map((change) => (
            <li key={`${change.isBreak} ${change.key}`}>
              <Row change={change}>{children(change)}</Row>
            </li>
          ))}
        </ul>
        {changes.length < total - (kind === 'changed' ? 0 : first.length) && changes.length >= 25 && (
          <p className="mt-3">
            <Link
              to="."
              search={(now: object) => ({ ...now, all: kind })}
              resetScroll={false}
              className="link"
            >
              Show all {total.toLocaleString('en')}
            </Link>
          </p>
        )}
      </Section>
    </div>
  )
}

function Row({ change, children }: { change: PreviewedChange; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-hairline py-2.5 md:grid-cols-[2fr_3fr]">
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">{change.title}</p>
        {change.speakers.length > 0 && (
          <p className="text-[0.9375rem] text-quiet">{change.speakers.join(', ')}</p>
        )}
      </div>
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}

function Fields({ fields }: { fields: FieldChange[] }) {
  return fields.map(({ field, label, before, after }) => (
    <p key={field} className="py-0.5">
      <span className="text-sm text-quiet">{label}</span>{' '}
      {before ? <s className="text-quiet">{before}</s> : <em className="text-quiet">none</em>}{' '}
      {after ? <mark className="bg-wash text-ink">{after}</mark> : <em>none</em>}
    </p>
  ))
}

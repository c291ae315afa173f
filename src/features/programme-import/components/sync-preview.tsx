import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import type { ChangeLists, FieldChange, PreviewedChange, SyncDetail } from '../programme-syncs.schemas.ts'
import { PeopleToDecide } from './people-to-decide.tsx'

type Props = { sync: SyncDetail; onApplied: () => void }
type Kind = keyof ChangeLists

/** What a programme would change: counts, lists, people to decide, and one button. */
export function SyncPreview({ sync, onApplied }: Props) {
  const { report, lists, people, warnings } = sync
  const [choices, setChoices] = useState<Record<string, string | null>>({})
  const [taken, setTaken] = useState<string[]>([])
  const [isQuiet, setQuiet] = useState(false)
  const apply = useMutation({
    mutationFn: () =>
      api.programmeSyncs.apply.call({
        id: sync.id,
        is_quiet: isQuiet,
        take: taken.map((each) => {
          const [key = '', field = ''] = each.split('\n')
          return { key, field }
        }),
        people: people.map(({ key, speaker_id }) => ({
          key,
          speaker_id: key in choices ? choices[key]! : speaker_id,
        })),
      }),
    onSuccess: () => {
      focusContent()
      onApplied()
    },
    meta: { failure: 'The programme could not be brought in. Please try again.' },
  })
  if (!report || !lists) return null
  const totals = {
    added: report.added + report.breaks.added,
    changed: report.changed + report.breaks.changed,
    moved: report.moved + report.breaks.moved,
    removed: report.removed + report.breaks.removed,
    kept: report.kept + report.breaks.kept,
  }
  const total = totals.added + totals.changed + totals.moved + totals.removed
  const toTell = [...lists.moved, ...lists.removed].some(({ saved }) => saved > 0)
  const isSame =
    total === 0 && totals.kept === 0 && report.people.new + report.people.matched + report.people.asked === 0
  return (
    // What is reached by the tab key does not hide behind the bar at the bottom.
    <div className="grid grid-cols-1 gap-10 [&_:is(a,button,input,summary)]:scroll-mb-36">
      <ul className="flex flex-wrap gap-x-10 gap-y-4 border-y border-hairline py-4">
        {people.length > 0 && (
          <Count
            n={people.length}
            label={people.length === 1 ? 'person to decide' : 'people to decide'}
            isUrgent
            href="#people"
          />
        )}
        {warnings.length > 0 && <Count n={warnings.length} label="noticed" isUrgent href="#noticed" />}
        {(Object.keys(totals) as Kind[]).map((kind) => (
          <Count key={kind} n={totals[kind]} label={kind} href={`#${kind}`} />
        ))}
        <Count n={report.unchanged + report.breaks.unchanged} label="the same" />
        {report.people.new > 0 && (
          <Count n={report.people.new} label={report.people.new === 1 ? 'new speaker' : 'new speakers'} />
        )}
      </ul>
      {isSame && <p className="text-lg">Everything is here already, as the source says it.</p>}
      {people.length > 0 && (
        <PeopleToDecide people={people} report={report} choices={choices} onChoose={setChoices} />
      )}
      <Changes kind="added" title="Added" total={totals.added} changes={lists.added}>
        {(change) => (
          <Row change={change}>
            <p>
              <mark className="bg-wash text-ink">{change.becomes}</mark>
            </p>
            {change.isCancelled && <p className="font-semibold">Cancelled</p>}
            <p className="text-quiet">{change.isBreak ? 'Break' : change.track}</p>
          </Row>
        )}
      </Changes>
      <Changes kind="changed" title="Changed" total={totals.changed} changes={lists.changed}>
        {(change) => (
          <Row change={change}>
            <Fields fields={change.fields} />
          </Row>
        )}
      </Changes>
      <Changes
        kind="moved"
        title="Moved"
        total={totals.moved}
        changes={lists.moved}
        first={report.renames.map(({ kind, from, to, talks }) => (
          <li
            key={`${kind} ${from}`}
            className="grid gap-x-8 border-b border-hairline py-2.5 md:grid-cols-[2fr_3fr]"
          >
            <span className="font-semibold">A {kind} has a new name</span>
            <span>
              <s className="text-quiet">{from}</s> <mark className="bg-wash text-ink">{to}</mark>
              <span className="text-quiet">
                {' '}
                · its {count(talks, 'talk stays', 'talks stay')} where they are, nobody is told
              </span>
            </span>
          </li>
        ))}
      >
        {(change) => (
          <Row change={change}>
            <p>
              <s className="text-quiet">{change.was}</s>{' '}
              <mark className="bg-wash text-ink">{change.becomes}</mark>
              {change.saved > 0 && (
                <span className="text-quiet"> · {count(change.saved, 'person', 'people')} saved it</span>
              )}
            </p>
            <Fields fields={change.fields} />
          </Row>
        )}
      </Changes>
      <Changes kind="removed" title="Removed" total={totals.removed} changes={lists.removed}>
        {(change) => (
          <Row change={change}>
            <p className="text-quiet">{change.was}</p>
            {change.removal === 'cancelled' ? (
              <p>
                <strong>Marked as cancelled</strong>
                {change.saved > 0 && `, because ${count(change.saved, 'person', 'people')} saved it`}
              </p>
            ) : (
              <p>
                <strong>Deleted.</strong> Undo brings it back.
              </p>
            )}
          </Row>
        )}
      </Changes>
      <Changes
        kind="kept"
        title="Kept"
        total={totals.kept}
        changes={lists.kept}
        note="Edited here and in the source: yours stays, unless you tick."
      >
        {(change) => (
          <Row change={change}>
            {change.kept.map((field) => {
              const key = `${change.key}\n${field.field}`
              return (
                <div key={field.field}>
                  <p>
                    <span className="text-sm text-quiet">{field.label}</span>{' '}
                    {field.before || <em>nothing</em>}
                  </p>
                  <label className="flex items-start gap-2 py-1">
                    <input
                      type="checkbox"
                      checked={taken.includes(key)}
                      onChange={() =>
                        setTaken(taken.includes(key) ? taken.filter((each) => each !== key) : [...taken, key])
                      }
                      className="mt-0.5 size-5 shrink-0 accent-accent"
                    />
                    <span>Take the source’s: {field.after || 'nothing'}</span>
                  </label>
                </div>
              )
            })}
          </Row>
        )}
      </Changes>
      {warnings.length > 0 && (
        <Section title="Noticed" anchor="noticed" className="scroll-mt-4">
          <ul className="text-[0.9375rem]">
            {warnings.slice(0, 50).map((warning) => (
              <li key={`${warning.code} ${warning.key} ${warning.text}`} className="py-1">
                {warning.text} {warning.key && <span className="text-quiet">({warning.key})</span>}
              </li>
            ))}
            {warnings.length > 50 && <li className="py-1 text-quiet">and {warnings.length - 50} more</li>}
          </ul>
        </Section>
      )}
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t-2 border-ink bg-paper py-2 sm:py-3">
        <Button onClick={() => apply.mutate()} disabled={apply.isPending || isSame}>
          {apply.isPending ? 'Beginning...' : 'Bring it in'}
        </Button>
        <span>
          <strong>{count(total, 'change', 'changes')}</strong>
          <span className="text-quiet max-sm:hidden"> · your edits stay · you can undo it</span>
        </span>
        {toTell && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={!isQuiet}
              onChange={() => setQuiet(!isQuiet)}
              className="size-5 shrink-0 accent-accent"
            />
            Tell who saved a talk that moves or ends
          </label>
        )}
      </div>
    </div>
  )
}

function Count({
  n,
  label,
  href,
  isUrgent,
}: {
  n: number
  label: string
  href?: string
  isUrgent?: boolean
}) {
  const content = (
    <>
      <span className={`block text-2xl font-semibold tabular-nums ${isUrgent ? 'text-accent' : ''}`}>
        {n.toLocaleString('en')}
      </span>
      <span className="text-[0.9375rem] text-quiet">{label}</span>
    </>
  )
  return <li>{href && n > 0 ? <a href={href}>{content}</a> : content}</li>
}

type ChangesProps = {
  kind: Kind
  title: string
  total: number
  changes: PreviewedChange[]
  note?: string
  first?: ReactNode[]
  children: (change: PreviewedChange) => ReactNode
}

function Changes({ kind, title, total, changes, note, first = [], children }: ChangesProps) {
  if (changes.length + first.length === 0) return null
  return (
    <div id={kind} className="scroll-mt-4">
      <Section title={title} aside={<span className="text-quiet">{note ?? total.toLocaleString('en')}</span>}>
        <ul>
          {first}
          {changes.map((change) => (
            <li key={`${change.isBreak} ${change.key}`}>{children(change)}</li>
          ))}
        </ul>
        {changes.length < total - (kind === 'changed' ? 0 : first.length) && changes.length >= 25 && (
          <p className="mt-3">
            <Link
              from="/conferences/$slug/edit/import"
              to="."
              search={(now) => ({ ...now, all: kind })}
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

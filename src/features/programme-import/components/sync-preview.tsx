import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import type { SyncDetail } from '../syncs/programme-syncs.schemas.ts'
import { type ChangeTotals, ConflictList, changeKinds, PlannedChanges } from './change-lists.tsx'
import { PeopleToDecide } from './people-to-decide.tsx'

type Props = { sync: SyncDetail; onApplied: () => void }

/** What a programme would change: counts, lists, people to match, and one button. */
export function SyncPreview({ sync, onApplied }: Props) {
  const { report, lists, people, warnings } = sync
  const [choices, setChoices] = useState<Record<string, string | null>>({})
  const [overrides, setOverrides] = useState<string[]>([])
  const [isQuiet, setQuiet] = useState(false)
  const apply = useMutation({
    mutationFn: () =>
      api.programmeSyncs.apply.call({
        id: sync.id,
        is_quiet: isQuiet,
        take: overrides.map((override) => {
          const [key = '', field = ''] = override.split('\n')
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
    meta: { failure: 'The programme could not be imported. Please try again.' },
  })
  if (!report || !lists) return null
  const totals = Object.fromEntries(
    changeKinds.map((kind) => [kind, report[kind] + report.breaks[kind]]),
  ) as ChangeTotals
  const total = totals.added + totals.changed + totals.moved + totals.removed
  const hasSavedTalks = [...lists.moved, ...lists.removed].some(({ saved }) => saved > 0)
  const { new: newPeople, matched, asked } = report.people
  const isSame = total + totals.kept + newPeople + matched + asked === 0
  return (
    // What is reached by the tab key does not hide behind the bar at the bottom.
    <div className="grid grid-cols-1 gap-10 [&_:is(a,button,input,summary)]:scroll-mb-36">
      <Counts sync={sync} report={report} totals={totals} />
      {isSame && <p className="text-lg">The programme is already up to date.</p>}
      {people.length > 0 && (
        <PeopleToDecide people={people} report={report} choices={choices} onChoose={setChoices} />
      )}
      <PlannedChanges lists={lists} totals={totals} renames={report.renames} />
      <ConflictList lists={lists} totals={totals} overrides={overrides} onChange={setOverrides} />
      <Warnings warnings={warnings} />
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t-2 border-ink bg-paper py-2 sm:py-3">
        <Button onClick={() => apply.mutate()} disabled={apply.isPending || isSame}>
          {apply.isPending ? 'Starting...' : 'Import'}
        </Button>
        <span>
          <strong>{count(total, 'change', 'changes')}</strong>
          <span className="text-quiet max-sm:hidden"> · your edits are kept · you can undo it</span>
        </span>
        {hasSavedTalks && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={!isQuiet}
              onChange={() => setQuiet(!isQuiet)}
              className="size-5 shrink-0 accent-accent"
            />
            Notify people who saved a talk that moves or is cancelled
          </label>
        )}
      </div>
    </div>
  )
}

type CountsProps = { sync: SyncDetail; report: NonNullable<SyncDetail['report']>; totals: ChangeTotals }

function Counts({ sync: { people, warnings }, report, totals }: CountsProps) {
  return (
    <ul className="flex flex-wrap gap-x-10 gap-y-4 border-y border-hairline py-4">
      {people.length > 0 && (
        <Count
          n={people.length}
          label={people.length === 1 ? 'person to match' : 'people to match'}
          isUrgent
          href="#people"
        />
      )}
      {warnings.length > 0 && (
        <Count
          n={warnings.length}
          label={warnings.length === 1 ? 'warning' : 'warnings'}
          isUrgent
          href="#warnings"
        />
      )}
      {changeKinds.map((kind) => (
        <Count key={kind} n={totals[kind]} label={kind} href={`#${kind}`} />
      ))}
      <Count n={report.unchanged + report.breaks.unchanged} label="unchanged" />
      {report.people.new > 0 && (
        <Count n={report.people.new} label={report.people.new === 1 ? 'new speaker' : 'new speakers'} />
      )}
    </ul>
  )
}

type CountProps = { n: number; label: string; href?: string; isUrgent?: boolean }

function Count({ n, label, href, isUrgent }: CountProps) {
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

function Warnings({ warnings }: Pick<SyncDetail, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Section title="Warnings" anchor="warnings" className="scroll-mt-4">
      <ul className="text-[0.9375rem]">
        {warnings.slice(0, 50).map((warning) => (
          <li key={`${warning.code} ${warning.key} ${warning.text}`} className="py-1">
            {warning.text} {warning.key && <span className="text-quiet">({warning.key})</span>}
          </li>
        ))}
        {warnings.length > 50 && <li className="py-1 text-quiet">and {warnings.length - 50} more</li>}
      </ul>
    </Section>
  )
}

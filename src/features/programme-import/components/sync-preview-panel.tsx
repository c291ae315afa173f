import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import type { SyncDetail } from '../syncs/programme-syncs.schemas.ts'
import {
  type ChangeTotals,
  ConflictList,
  changeKinds,
  PlannedChanges,
  RenamesToDecide,
} from './change-lists.tsx'
import { decisionOf, PeopleToDecide, RecognisedPeople } from './people-to-decide.tsx'

type Props = { sync: SyncDetail; onApplied: (slug: string) => void }

/** What the viewer decides, and the import with these decisions. */
function useDecisions({ id, people }: SyncDetail, onApplied: Props['onApplied']) {
  const [choices, setChoices] = useState<Record<string, string | null>>({})
  const [overrides, setOverrides] = useState<string[]>([])
  const [notRenamed, setNotRenamed] = useState<string[]>([])
  const [isQuiet, setQuiet] = useState(false)
  const apply = useMutation({
    mutationFn: () =>
      api.programmeSyncs.apply.call({
        id,
        is_quiet: isQuiet,
        not_renamed: notRenamed,
        take: overrides.map((override) => {
          const [key = '', field = ''] = override.split('\n')
          return { key, field }
        }),
        people: people.map(({ key, speaker_id }) => ({
          key,
          ...decisionOf(key in choices ? choices[key]! : speaker_id),
        })),
      }),
    onSuccess: ({ slug }) => {
      focusContent()
      onApplied(slug)
    },
    meta: { failure: 'The programme could not be imported. Please try again.' },
  })
  return { choices, setChoices, overrides, setOverrides, notRenamed, setNotRenamed, isQuiet, setQuiet, apply }
}
type Decisions = ReturnType<typeof useDecisions>

/** What a programme would change: counts, lists, people to match, and one button. */
export function SyncPreviewPanel({ sync, onApplied }: Props) {
  const { report, lists, people, warnings } = sync
  const decisions = useDecisions(sync, onApplied)
  const { choices, setChoices, overrides, setOverrides } = decisions
  if (!report || !lists) return null
  const totals = Object.fromEntries([
    ...changeKinds.map((kind) => [kind, report[kind] + report.breaks[kind]]),
    ['edited', sync.edited],
  ]) as ChangeTotals
  const total = totals.added + totals.changed + totals.moved + totals.removed
  const hasSavedTalks = [...lists.moved, ...lists.removed].some(({ saved }) => saved > 0)
  const { new: newPeople, matched, asked } = report.people
  const isSame = total + totals.kept + newPeople + matched + asked + overrides.length === 0
  const questions = people.filter(({ is_question }) => is_question)
  const recognised = people.filter(({ is_question }) => !is_question)
  const renamedRooms = report.renames.filter(({ doubtfulOf }) => doubtfulOf)
  return (
    // What is reached by the tab key does not hide behind the bar at the bottom.
    <div className="grid grid-cols-1 gap-10 [&_:is(a,button,input,summary)]:scroll-mb-36">
      <Counts
        sync={sync}
        report={report}
        totals={totals}
        questions={questions.length + renamedRooms.length}
      />
      {isSame && <UpToDate edited={lists.edited} />}
      <RenamesToDecide
        renames={renamedRooms}
        notRenamed={decisions.notRenamed}
        onChange={decisions.setNotRenamed}
      />
      <PeopleToDecide people={questions} choices={choices} onChoose={setChoices} />
      <PlannedChanges lists={lists} totals={totals} renames={report.renames} />
      <ConflictList
        kind="kept"
        note="Edited here and changed in the source: your version is kept unless you tick the box."
        {...{ lists, totals, overrides }}
        onChange={setOverrides}
      />
      <ConflictList
        kind="edited"
        note="Edited here, unchanged in the source: it stands as you edited it unless you tick the box."
        {...{ lists, totals, overrides }}
        onChange={setOverrides}
      />
      <RecognisedPeople people={recognised} choices={choices} onChoose={setChoices} />
      <Warnings warnings={warnings} />
      <ImportBar {...{ decisions, isSame, hasSavedTalks, total }} />
    </div>
  )
}

function UpToDate({ edited }: { edited: { kept: unknown[] }[] }) {
  const editedFields = edited.reduce((sum, { kept }) => sum + kept.length, 0)
  return (
    <p className="text-lg">
      The programme is already up to date.
      {editedFields > 0 && (
        <>
          {' '}
          <a href="#edited" className="link">
            {count(editedFields, 'field stands', 'fields stand')} as you edited{' '}
            {editedFields === 1 ? 'it' : 'them'}
          </a>
          .
        </>
      )}
    </p>
  )
}

type BarProps = { decisions: Decisions; isSame: boolean; hasSavedTalks: boolean; total: number }

const ImportBar = ({ decisions: { apply, isQuiet, setQuiet }, isSame, hasSavedTalks, total }: BarProps) => (
  <div className="foot-bar flex flex-wrap items-center gap-x-6 gap-y-2 border-t-2 border-ink bg-paper py-2 sm:py-3">
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
)

type CountsProps = {
  sync: SyncDetail
  report: NonNullable<SyncDetail['report']>
  totals: ChangeTotals
  questions: number
}

function Counts({ sync: { warnings }, report, totals, questions }: CountsProps) {
  return (
    <ul className="flex flex-wrap gap-x-10 gap-y-4 border-y border-hairline py-4">
      {questions > 0 && (
        <Count
          n={questions}
          label="to decide"
          isUrgent
          href={report.renames.some(({ doubtfulOf }) => doubtfulOf) ? '#rooms' : '#people'}
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
      {totals.edited > 0 && <Count n={totals.edited} label="edited here" href="#edited" />}
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

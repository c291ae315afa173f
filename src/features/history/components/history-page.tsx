import { type ReactNode, useState } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { formatMoment } from '#lib/dates.ts'
import { undoneMessage } from '#lib/query-client.ts'
import { useAction } from '#lib/use-action.ts'
import type { RecordChange, UndoResult } from '../history.schemas.ts'
import { historyOf, versionsOf } from '../history.ts'
import type { loadHistory } from '../load-history.ts'
import { ChangeEntry, type Question } from './change-entry.tsx'
import { ChangedFields, ChangedTalksList } from './changed-fields.tsx'

type Props = Awaited<ReturnType<typeof loadHistory>> & {
  name: string
  /** The link to the record. */
  back: ReactNode
  /** Of the conference, for the links of its talks. */
  slug?: string
}

/** Who changed a record, when and how, with ways back. */
export function HistoryPage({ name, back, slug = '', record, history, comparison, search }: Props) {
  const { changes, can_return, next } = history
  const [question, setQuestion] = useState<Question>()
  const [result, setResult] = useState<UndoResult>()
  const actions = useUndo({ record, onResult: setResult, onSettled: () => setQuestion(undefined) })
  const versions = versionsOf(search)
  const isFirstPage = search.after === undefined
  const hasChoices = changes.length > 1
  return (
    <div className="page stack gap-8 py-8">
      <div className="stack gap-2">
        {back}
        <PageTitle>History of {name}</PageTitle>
      </div>
      {result && <WhatStayed result={result} />}
      <PostForm name="undo-change" />
      <PostForm name="return-to-version" values={{ kind: record.kind, id: record.id }} />
      {versions && comparison && (
        <Section title="Comparison" anchor="comparison">
          <p className="mb-4 text-quiet">{versionNames(changes, versions)}</p>
          {comparison.fields.length + (comparison.talks ? 1 : 0) === 0 && <p>These versions are the same.</p>}
          <ChangedFields fields={comparison.fields} />
          {comparison.talks && <ChangedTalksList talks={comparison.talks} slug={slug} />}
        </Section>
      )}
      {changes.length === 0 ? (
        <EmptyState>
          {isFirstPage ? 'No changes are recorded yet.' : 'No earlier changes are recorded.'}
        </EmptyState>
      ) : (
        <Section title="Changes" aside={hasChoices && <CompareButton after={search.after} />}>
          <ol>
            {changes.map((change, nth) => (
              <ChangeEntry
                key={change.id}
                {...{ change, slug, hasChoices }}
                canReturn={can_return && !(isFirstPage && nth === 0)}
                chosen={versions ?? { from: changes[1]?.id, to: changes[0]?.id }}
                isPending={actions.isPending}
                onAsk={setQuestion}
              />
            ))}
          </ol>
        </Section>
      )}
      <ListPages
        back={!isFirstPage && { label: 'Newest changes', search: {} }}
        next={next !== null && { label: 'Earlier changes', search: { after: next } }}
      />
      {question && (
        <UndoDialog
          {...{ question }}
          isPending={actions.isPending}
          onConfirm={() => actions.undo(question)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

type UndoOptions = Pick<Props, 'record'> & { onResult: (result: UndoResult) => void; onSettled: () => void }

function useUndo({ record, onResult, onSettled }: UndoOptions) {
  const options = {
    onSuccess: onResult,
    onError: useRefreshOnRefusal(),
    onSettled,
    success: undoneMessage,
  }
  const undo = useAction(api.history.undo, options)
  const returnTo = useAction(historyOf[record.kind].returnTo, options)
  return {
    isPending: undo.isPending || returnTo.isPending,
    undo: ({ change, what }: Question) =>
      what === 'undo'
        ? undo.mutate({ id: change.id })
        : returnTo.mutate({ id: record.id, change_id: change.id }),
  }
}

/** A GET form, which works without script; the choices are at the changes. */
const CompareButton = ({ after }: { after?: number }) => (
  <form id="compare-versions" method="get">
    {after !== undefined && <input type="hidden" name="after" value={after} />}
    <Button type="submit" size="small" look="outline">
      Compare the chosen versions
    </Button>
  </form>
)

function versionNames(changes: RecordChange[], { from, to }: { from: number; to: number }) {
  const nameOf = (id: number) => {
    const change = changes.find((candidate) => candidate.id === id)
    return change ? `${formatMoment(change.at)} UTC` : 'an earlier one'
  }
  return `From the version of ${nameOf(from)} to that of ${nameOf(to)}.`
}

type DialogProps = { question: Question; isPending: boolean; onConfirm: () => void; onClose: () => void }

const UndoDialog = ({ question: { change, what }, ...props }: DialogProps) => (
  <ConfirmDialog
    title={what === 'undo' ? 'Undo this change?' : 'Return to this version?'}
    action={what === 'undo' ? 'Undo' : 'Return to it'}
    {...props}
  >
    <p>
      {what === 'undo'
        ? `The change of ${formatMoment(change.at)} UTC is undone. What was changed again since then stays.`
        : `All changes after ${formatMoment(change.at)} UTC are undone, the newest first.`}{' '}
      You can undo this, too.
    </p>
  </ConfirmDialog>
)

const WhatStayed = ({ result: { kept } }: { result: UndoResult }) =>
  kept.length > 0 && (
    <div role="status" className="border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">This stays, because it was changed since or is in use:</p>
      <ul className="list-disc ps-5">
        {kept.map(({ name, current }) => (
          <li key={`${name} ${current}`} className="wrap-anywhere">
            {name}
            {current !== null && `: ${current}`}
          </li>
        ))}
      </ul>
    </div>
  )

import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { formatMoment } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { RecordChange, UndoResult } from '../history.schemas.ts'
import { historyOf, versionsOf } from '../history.ts'
import type { loadHistory } from '../load-history.ts'
import { ChangeEntry } from './change-entry.tsx'
import { ChangedFields, ChangedTalksList } from './changed-fields.tsx'
import { SuggestChange } from './last-changed.tsx'
import { type Question, UndoDialog, type UndoOptions, useUndoOptions, WhatStayed } from './undo-dialog.tsx'

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
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/history$/, '') })
  const versions = versionsOf(search)
  const isFirstPage = search.after === undefined
  const hasChoices = changes.length > 1
  return (
    <div className="page stack gap-8 py-8">
      <div className="stack gap-2">
        {back}
        <PageTitle>History of {name}</PageTitle>
        {!can_return && (
          <p>
            Something is wrong now? <SuggestChange path={path} />
          </p>
        )}
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

function useUndo({ record, ...callbacks }: Pick<Props, 'record'> & UndoOptions) {
  const options = useUndoOptions(callbacks)
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

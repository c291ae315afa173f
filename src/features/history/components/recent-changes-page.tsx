import { useState } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import type { RecentChanges, UndoResult } from '../history.schemas.ts'
import type { RecentSearch } from '../history-search.ts'
import { RecentChangeEntry } from './recent-change-entry.tsx'
import { RecentChangesFilter } from './recent-changes-filter.tsx'
import { type Question, UndoDialog, undoOptions, WhatStayed } from './undo-dialog.tsx'

type Props = { list: RecentChanges; search: RecentSearch }

/** For administrators: who changed what in all records, with ways to narrow it and to undo each change. */
export function RecentChangesPage({ list: { changes, people, records, next }, search }: Props) {
  const [question, setQuestion] = useState<Question>()
  const [result, setResult] = useState<UndoResult>()
  const undo = useAction(
    api.history.undo,
    undoOptions({ onResult: setResult, onSettled: () => setQuestion(undefined) }),
  )
  const { after, ...filters } = search
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const names = [
    ...(people ?? []).map(({ full_name }) => full_name),
    ...(records ?? []).map(({ name }) => name),
  ]
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Recent changes</PageTitle>
      <RecentChangesFilter search={filters} />
      {(people ?? records) && (
        <p className="wrap-anywhere text-quiet">
          {names.length === 0
            ? 'Nobody and nothing has this name or address.'
            : `Found: ${names.map((name) => name ?? 'without a name').join(', ')}`}
        </p>
      )}
      {result && <WhatStayed result={result} />}
      <PostForm name="undo-change" />
      {changes.length === 0 ? (
        <EmptyState>
          {isFiltered ? 'No changes match these filters.' : 'No changes are recorded yet.'}
        </EmptyState>
      ) : (
        <ol>
          {changes.map((change) => (
            <RecentChangeEntry
              key={change.id}
              change={change}
              isPending={undo.isPending}
              onAsk={() => setQuestion({ change, what: 'undo' })}
            />
          ))}
        </ol>
      )}
      <ListPages search={search} next={next} first="Newest changes" more="Older changes" />
      {question && (
        <UndoDialog
          question={question}
          isPending={undo.isPending}
          onConfirm={() => undo.mutate({ id: question.change.id })}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
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
import { historyOf, kindLabels, versionsOf } from '../history.ts'
import type { loadHistory } from '../load-history.ts'
import { ChangeEntry } from './change-entry.tsx'
import { ChangedFields, ChangedTalksList } from './changed-fields.tsx'
import { SuggestChange } from './last-changed.tsx'
import { type Question, UndoDialog, undoOptions, WhatStayed } from './undo-dialog.tsx'

type Props = Awaited<ReturnType<typeof loadHistory>>

/** Who changed a record, when and how, with ways back. */
export const HistoryPage = (props: Props) => <History key={props.record.id} {...props} />

function History({ record, history, comparison, search }: Props) {
  const { kind, slug = '' } = record
  const { changes, can_return, next } = history
  const [question, setQuestion] = useState<Question>()
  const [result, setResult] = useState<UndoResult>()
  const options = undoOptions({ onResult: setResult, onSettled: () => setQuestion(undefined) })
  const undo = useAction(api.history.undo, options)
  const returnTo = useAction(historyOf[kind].returnTo, options)
  const isPending = undo.isPending || returnTo.isPending
  const versions = versionsOf(search)
  const isFirstPage = search.after === undefined
  const hasChoices = changes.length > 1
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <Head record={record} canReturn={can_return} />
      {result && <WhatStayed result={result} />}
      <PostForm name="undo-change" />
      <PostForm name="return-to-version" values={{ kind, id: record.id }} />
      {versions && comparison && (
        <Comparison names={versionNames(changes, versions)} {...comparison} slug={slug} />
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
                isPending={isPending}
                onAsk={setQuestion}
              />
            ))}
          </ol>
        </Section>
      )}
      <ListPages search={{ after: search.after }} next={next} first="Newest changes" more="Earlier changes" />
      {question && (
        <UndoDialog
          {...{ question, isPending }}
          onConfirm={() =>
            question.what === 'undo'
              ? undo.mutate({ id: question.change.id })
              : returnTo.mutate({ id: record.id, change_id: question.change.id })
          }
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

const Head = ({ record, canReturn }: Pick<Props, 'record'> & { canReturn: boolean }) => (
  <div className="stack gap-2">
    <Link to={record.path} className="link w-fit text-quiet">
      Back to the {kindLabels[record.kind][0]}
    </Link>
    <PageTitle>History of {record.name}</PageTitle>
    {!canReturn && (
      <p>
        Something is wrong now? <SuggestChange path={record.path} />
      </p>
    )}
  </div>
)

type ComparisonProps = NonNullable<Props['comparison']> & { names: string; slug: string }

const Comparison = ({ names, fields, talks, slug }: ComparisonProps) => (
  <Section title="Comparison" anchor="comparison">
    <p className="mb-4 text-quiet">{names}</p>
    {fields.length === 0 && !talks && <p>These versions are the same.</p>}
    <ChangedFields fields={fields} />
    {talks && <ChangedTalksList talks={talks} slug={slug} />}
  </Section>
)

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

import { Link } from '@tanstack/react-router'
import { ActionButton } from '#components/forms/post-form.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { formatMoment } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { ChangedRecord, RecentChange } from '../history.schemas.ts'
import { kindLabels, verbs } from '../history.ts'
import { ChangedFields } from './changed-fields.tsx'

type Props = { change: RecentChange; isPending: boolean; onAsk: () => void }

/** What no person does has nobody's name. */
const meansOfPeople: RecentChange['via'][] = ['form', 'import', 'merge', 'undo']

/** One change in the list of all: who, how, when, which records, and what in them. */
export function RecentChangeEntry({ change, isPending, onAsk }: Props) {
  const { id, at, by, via, undone_by, can_undo, records } = change
  return (
    <li
      id={`change-${id}`}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-3 first:border-t"
    >
      <div className="stack min-w-0 flex-1 basis-64 gap-1">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {records.map((record) => (
            <li key={record.id} className="min-w-0 wrap-anywhere">
              <RecordLink record={record} />
            </li>
          ))}
        </ul>
        <p className="text-[0.9375rem] wrap-anywhere text-quiet first-letter:uppercase">
          {by ? (
            <Link to="/admin/users/$id" params={by} className="link">
              {by.full_name ?? 'Unnamed User'}
            </Link>
          ) : (
            meansOfPeople.includes(via) && 'A former member'
          )}{' '}
          {verbOf(change)} · <Moment at={at} />
        </p>
        <WhatChanged change={change} />
      </div>
      {undone_by !== null && <Badge look="strong">Undone</Badge>}
      {can_undo && undone_by === null && (
        <ActionButton
          form="undo-change"
          name="change_id"
          value={id}
          size="small"
          look="outline"
          isPending={isPending}
          onPress={onAsk}
        >
          Undo<span className="sr-only"> the change of {formatMoment(at)}</span>
        </ActionButton>
      )}
    </li>
  )
}

function verbOf({ via, counts }: RecentChange): string {
  const actions = new Set(counts.map(({ action }) => action))
  if (via !== 'form' || actions.size > 1) return verbs[via]
  return actions.has('removed') ? 'deleted' : actions.has('added') ? 'added' : verbs.form
}

/** A record without a page leads to its changes. */
function RecordLink({ record: { id, kind, name, path, state } }: { record: ChangedRecord }) {
  const text = name ?? `A ${kindLabels[kind][0]} that is gone`
  if (path)
    return (
      // `href` overrides `to`: the path comes from the data.
      <Link to="/" href={path} preload={false} className="link font-semibold" dir="auto">
        {text}
      </Link>
    )
  return (
    <>
      <Link to="/admin/changes" search={{ record: id }} className="link font-semibold" dir="auto">
        {text}
      </Link>{' '}
      <Badge>{state === 'hidden' ? 'Hidden' : 'Deleted'}</Badge>
    </>
  )
}

/** The names of fields that a summary has room for. */
const maxNames = 6

/** In one record the fields, in several how many of each kind; the details on demand. */
function WhatChanged({ change: { records, counts, has_more } }: { change: RecentChange }) {
  const total = counts.reduce((sum, { count: n }) => sum + n, 0)
  const names = [...new Set(records.flatMap(({ fields }) => fields.map(({ name }) => name)))]
  const summary =
    total === 1
      ? names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ' and more' : '')
      : counts
          .map(
            ({ kind, action, count: n }) => `${count(n, ...kindLabels[kind], has_more ? '+' : '')} ${action}`,
          )
          .join(', ')
  const detailed = records.filter(({ fields }) => fields.length > 0)
  if (detailed.length === 0) return <p className="text-[0.9375rem] text-quiet">{summary}</p>
  return (
    <details>
      <summary className="w-fit text-[0.9375rem] wrap-anywhere text-quiet hover:text-accent">
        {summary}
      </summary>
      <div className="stack mt-3 gap-4">
        {detailed.map(({ id, name, fields }) => (
          <div key={id}>
            {total > 1 && <p className="mb-1 font-semibold wrap-anywhere">{name}</p>}
            <ChangedFields fields={fields} />
          </div>
        ))}
        {total > records.length && <p className="text-quiet">These are the first records.</p>}
      </div>
    </details>
  )
}

import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import {
  countLabels,
  countNames,
  type EventMergePreview,
  mergeChoices,
  mergedLabel,
} from '../event-merging.schemas.ts'

type Props = { preview: EventMergePreview }
type MergedField = EventMergePreview['fields'][number]
type Undone = { kept: { name: string }[] }

function useUndo() {
  return useAction(api.history.undo, {
    success: ({ kept }: Undone) =>
      kept.length > 0
        ? {
            title: 'Merge undone',
            detail: `Changed since, and left: ${kept.map(({ name }) => name).join(', ')}`,
          }
        : 'Merge undone: both conferences are back',
    failure: 'Failed to undo the merge',
  })
}

/** Two conferences side by side, and what becomes of them when they are one. */
export function MergeEvents({ preview }: Props) {
  const { kept, gone, fields } = preview
  const posted = usePostedForm('merge-events')
  const undo = useUndo()
  const merge = useAction(api.events.merge, {
    success: `Merged. You can undo it for ${limits.undoableDays} days.`,
    failure: (message: string) => ({ title: 'Failed to merge', detail: message }),
    undo: (_input: unknown, { change_id }: { change_id: number | null }) =>
      change_id === null ? undefined : () => undo.mutate({ id: change_id }),
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = Object.fromEntries(new FormData(event.currentTarget))
    const choices = mergeChoices.safeParse(
      Object.fromEntries(fields.filter(isDifferent).map(({ name }) => [name, entries[name]])),
    )
    merge.mutate({ id: kept.id, duplicate_id: gone.id, fields: choices.data ?? {} })
  }
  const different = fields.filter(isDifferent)
  const same = fields.filter((field) => !isDifferent(field))
  return (
    <form method="post" onSubmit={send} className="stack gap-8">
      <HiddenFields values={{ id: kept.id, duplicate_id: gone.id }} />
      <FormStatus name="merge-events" error={merge.error} message={posted?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title="Conference to keep" side={kept} />
        <Side title="Conference to merge into it" side={gone} />
      </div>
      {different.length > 0 && (
        <Section title="Where they differ">
          <div className="stack gap-5">
            {different.map((field) => (
              <Choice key={field.name} field={field} chosen={posted?.values[field.name] ?? field.choice} />
            ))}
          </div>
        </Section>
      )}
      {same.length > 0 && <SameFields fields={same} />}
      <Moves preview={preview} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={merge.isPending}>
          {merge.isPending ? 'Merging...' : 'Merge'}
        </Button>
        <ButtonLink
          to="/admin/duplicates/$slug/$other"
          params={{ slug: gone.slug, other: kept.slug }}
          look="outline"
          label="Keep the other one"
        />
      </div>
    </form>
  )
}

const SameFields = ({ fields }: { fields: MergedField[] }) => (
  <Section title="The same in both">
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {fields.map(({ name, kept: value }) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{mergedLabel(name)}</dt>
          <dd className="mb-2 min-w-0 wrap-anywhere whitespace-pre-line line-clamp-4 sm:mb-0" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  </Section>
)

const isDifferent = (field: MergedField) => field.kept !== field.gone

const Side = ({ title, side }: { title: string; side: EventMergePreview['kept'] }) => (
  <section aria-label={title} className="min-w-0 border border-hairline p-3">
    <h2 className="text-sm text-quiet">{title}</h2>
    <p className="mt-1 text-lg font-semibold wrap-anywhere" dir="auto">
      <Link to="/conferences/$slug" params={{ slug: side.slug }} className="link">
        {side.name}
      </Link>
    </p>
    <p className="text-sm wrap-anywhere text-quiet">
      {side.owner ? `Owner: ${side.owner}` : 'No owner'} · /conferences/{side.slug}
    </p>
  </section>
)

const Choice = ({ field, chosen }: { field: MergedField; chosen: string }) => (
  <fieldset className="min-w-0">
    <legend className="font-semibold">{mergedLabel(field.name)}</legend>
    <div className="mt-1 grid gap-2 sm:grid-cols-2 sm:gap-4">
      {(['kept', 'gone'] as const).map((side) => (
        <label key={side} className="flex min-h-11 min-w-0 items-start gap-3 border border-hairline p-3">
          <input
            type="radio"
            name={field.name}
            value={side}
            defaultChecked={chosen === side}
            className="mt-1 size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line line-clamp-6" dir="auto">
            {field[side] ?? <span className="text-quiet">Nothing</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

function Moves({ preview: { moved, dropped, gone } }: Props) {
  const names = countNames.filter((name) => moved[name] + dropped[name] > 0)
  return (
    <Section title="What moves">
      {names.length > 0 && (
        <ul className="mb-3 grid list-disc gap-1 pl-5">
          {names.map((name) => (
            <li key={name}>
              {countLabels[name]}: {moved[name]}
              {dropped[name] > 0 && <span className="text-quiet"> and {dropped[name]} that both have</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-prose text-quiet">
        The address of {gone.name} leads to the conference that is kept. Its owner becomes a co-organiser, or
        the owner if there is none, and is told. You can undo this for {limits.undoableDays} days.
      </p>
    </Section>
  )
}

/** The page of two that have become one. */
export function MergedEvents({ preview: { kept, gone, change_id } }: Props) {
  const undo = useUndo()
  return (
    <div className="stack gap-5">
      <PostForm name="undo-change" />
      <p className="max-w-prose text-lg">
        {gone.name} and{' '}
        <Link to="/conferences/$slug" params={{ slug: kept.slug }} className="link">
          {kept.name}
        </Link>{' '}
        are one conference now.
      </p>
      <div>
        <ActionButton
          look="outline"
          form="undo-change"
          name="change_id"
          value={String(change_id)}
          disabled={undo.isPending}
          onPress={() => undo.mutate({ id: change_id! })}
        >
          Undo the merge
        </ActionButton>
      </div>
    </div>
  )
}

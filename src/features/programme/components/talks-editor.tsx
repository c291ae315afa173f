import { useMutation } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { count, fold } from '#lib/text.ts'
import type { ListedTalk } from '../programme-editing.schemas.ts'
import { timeRange } from '../schedule.ts'

/** So many talks are shown at once; of a larger programme one day, until others are asked for. */
const fewTalks = 60
const mostFound = 100

type Props = { talks: ListedTalk[]; onAdd: () => void; onEdit: (id: string) => void }

/** The talks of a conference by day: find, add, edit, delete. */
export function TalksEditor({ talks, onAdd, onEdit }: Props) {
  const [query, setQuery] = useState('')
  const [leaving, leave] = useState<ListedTalk>()
  const remove = useMutation({
    ...api.talks.remove.mutationOptions(),
    onSettled: () => leave(undefined),
    meta: { success: 'Talk deleted successfully', failure: (message) => `Failed to delete talk: ${message}` },
  })
  const indexed = useMemo(
    () =>
      talks.map((talk) => ({
        talk,
        words: fold([talk.title, talk.track_name, talk.location, ...talk.speakers].filter(Boolean).join(' ')),
      })),
    [talks],
  )
  const wanted = fold(query.trim())
  const found = wanted ? indexed.filter(({ words }) => words.includes(wanted)).map(({ talk }) => talk) : talks
  const days = useMemo(
    () => [...Map.groupBy(found.slice(0, wanted ? mostFound : undefined), (talk) => talk.date)],
    [found, wanted],
  )
  return (
    <Section
      title="Talks"
      aside={
        <Button onClick={onAdd} look="outline">
          Add Talk
        </Button>
      }
    >
      {talks.length === 0 && <p className="text-quiet">No talks yet.</p>}
      {talks.length > 5 && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextInput
            type="search"
            aria-label="Find a talk"
            placeholder="Find by title, speaker, track or room"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            className="min-w-0 flex-[0_1_24rem]"
          />
          <p role="status" className="text-quiet">
            {wanted ? `${count(found.length, 'talk', 'talks')} found` : count(talks.length, 'talk', 'talks')}
            {wanted && found.length > mostFound ? `, the first ${mostFound} are shown` : ''}
          </p>
        </div>
      )}
      <div className="grid grid-cols-1 gap-5">
        {days.map(([day, list], index) => (
          <Day
            key={day}
            day={day}
            talks={list}
            isOpenAtFirst={talks.length <= fewTalks || index === 0}
            isFound={wanted !== ''}
            onEdit={onEdit}
            onDelete={leave}
          />
        ))}
      </div>
      {leaving && (
        <ConfirmDialog
          title="Delete this talk?"
          action="Delete talk"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: leaving.id })}
          onClose={() => leave(undefined)}
        >
          <p>{leaving.title} will be deleted, also from the schedules of people who saved it.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

type DayProps = {
  day: string
  talks: ListedTalk[]
  isOpenAtFirst: boolean
  isFound: boolean
  onEdit: (id: string) => void
  onDelete: (talk: ListedTalk) => void
}

function Day({ day, talks, isOpenAtFirst, isFound, onEdit, onDelete }: DayProps) {
  const [isOpen, open] = useState(isOpenAtFirst)
  const isShown = isOpen || isFound
  return (
    <section>
      <h3 className="border-b-2 border-ink text-lg">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => open(!isOpen)}
          className="flex w-full flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-left hover:text-accent"
        >
          {longDay(day)}
          <span className="text-sm font-normal text-quiet">{count(talks.length, 'talk', 'talks')}</span>
        </button>
      </h3>
      {isShown && (
        <ul>
          {talks.map((talk) => (
            <TalkLine key={talk.id} talk={talk} onEdit={onEdit} onDelete={onDelete} />
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = { talk: ListedTalk } & Pick<DayProps, 'onEdit' | 'onDelete'>

const TalkLine = memo(function TalkLine({ talk, onEdit, onDelete }: LineProps) {
  const where = [talk.speakers.join(', '), talk.track_name, talk.location].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-2.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">
          {talk.start_time && (
            <span className="mr-3 tabular-nums">{timeRange(talk.start_time, talk.end_time)}</span>
          )}
          {talk.title}
        </p>
        {where && <p className="text-[0.9375rem] text-quiet">{where}</p>}
      </div>
      <div className="flex gap-2">
        <Button size="small" look="quiet" onClick={() => onEdit(talk.id)}>
          Edit<span className="sr-only"> {talk.title}</span>
        </Button>
        <Button size="small" look="quiet" onClick={() => onDelete(talk)}>
          Delete<span className="sr-only"> {talk.title}</span>
        </Button>
      </div>
    </li>
  )
})

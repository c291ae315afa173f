import { memo, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { count, fold } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { ListedTalk } from '../programme-editing.schemas.ts'
import { timeRange } from '../schedule.ts'
import { MoveTalks } from './move-talks.tsx'
import { TalkTitle } from './talk-title.tsx'

/** The days of a larger programme are folded. */
const maxOpenTalks = 60
const maxMatches = 100

/** The button of each has the name of what it opens, by which the dialog finds it again. */
type Open = (what: { talk?: string; duplicate?: string }) => void

type Props = { eventId: string; talks: ListedTalk[]; onOpen: Open }

/** The talks of a conference by day: find, add, edit, duplicate, delete, move many at once. */
export function TalksEditor({ eventId, talks, onOpen }: Props) {
  const { query, setQuery, isSearch, matches, days } = useTalkSearch(talks)
  const [talkToDelete, setTalkToDelete] = useState<ListedTalk>()
  return (
    <Section
      anchor="talks"
      title="Talks"
      aside={
        <Button name="talk" value="new" onClick={() => onOpen({ talk: 'new' })} look="outline">
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
            {isSearch
              ? `${count(matches.length, 'talk', 'talks')} found`
              : count(talks.length, 'talk', 'talks')}
            {isSearch && matches.length > maxMatches ? `, the first ${maxMatches} are shown` : ''}
          </p>
        </div>
      )}
      <div className="grid grid-cols-1 gap-5">
        {days.map(([day, list]) => (
          <Day
            key={day}
            day={day}
            talks={list}
            isOpenAtFirst={talks.length <= maxOpenTalks}
            isSearchResult={isSearch}
            onOpen={onOpen}
            onDelete={setTalkToDelete}
          />
        ))}
      </div>
      {talks.length > 1 && <MoveTalks {...{ eventId, talks }} />}
      {talkToDelete && <DeleteTalkDialog talk={talkToDelete} onClose={() => setTalkToDelete(undefined)} />}
    </Section>
  )
}

/** The talks of which the query is a part, by day. */
function useTalkSearch(talks: ListedTalk[]) {
  const [query, setQuery] = useState('')
  const searchableTalks = useMemo(
    () =>
      talks.map((talk) => ({
        talk,
        words: fold([talk.title, talk.track_name, talk.location, ...talk.speakers].filter(Boolean).join(' ')),
      })),
    [talks],
  )
  const foldedQuery = fold(query.trim())
  const matches = foldedQuery
    ? searchableTalks.filter(({ words }) => words.includes(foldedQuery)).map(({ talk }) => talk)
    : talks
  const days = useMemo(
    () => [...Map.groupBy(matches.slice(0, foldedQuery ? maxMatches : undefined), (talk) => talk.date)],
    [matches, foldedQuery],
  )
  return { query, setQuery, isSearch: foldedQuery !== '', matches, days }
}

function DeleteTalkDialog({ talk, onClose }: { talk: ListedTalk; onClose: () => void }) {
  const remove = useAction(api.talks.remove, {
    onSettled: onClose,
    success: 'Talk deleted successfully',
    failure: (message) => `Failed to delete talk: ${message}`,
  })
  return (
    <ConfirmDialog
      title="Delete this talk?"
      action="Delete talk"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: talk.id })}
      onClose={onClose}
    >
      <p>{talk.title} will be deleted and removed from the schedules of people who saved it.</p>
      {talk.status === 'scheduled' && (
        <p className="mt-2">
          If the talk will not take place, edit it and set its status to cancelled instead.
        </p>
      )}
    </ConfirmDialog>
  )
}

type DayProps = {
  day: string
  talks: ListedTalk[]
  isOpenAtFirst: boolean
  isSearchResult: boolean
  onOpen: Open
  onDelete: (talk: ListedTalk) => void
}

function Day({ day, talks, isOpenAtFirst, isSearchResult, onOpen, onDelete }: DayProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isShown = isOpen || isSearchResult
  return (
    <section>
      <h3 className="border-b-2 border-ink text-lg">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-left hover:text-accent"
        >
          {longDay(day)}
          <span className="text-sm font-normal text-quiet">{count(talks.length, 'talk', 'talks')}</span>
        </button>
      </h3>
      {isShown && (
        <ul>
          {talks.map((talk) => (
            <TalkLine key={talk.id} talk={talk} onOpen={onOpen} onDelete={onDelete} />
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = { talk: ListedTalk } & Pick<DayProps, 'onOpen' | 'onDelete'>

const TalkLine = memo(function TalkLine({ talk, onOpen, onDelete }: LineProps) {
  const button = { size: 'small', look: 'quiet', value: talk.id } as const
  const facts = [talk.speakers.join(', '), talk.track_name, talk.location].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-2.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">
          {talk.start_time && (
            <span className="mr-3 tabular-nums">{timeRange(talk.start_time, talk.end_time)}</span>
          )}
          <TalkTitle talk={talk} />
        </p>
        {facts && <p className="text-[0.9375rem] text-quiet">{facts}</p>}
      </div>
      <div className="flex gap-2">
        <Button {...button} name="talk" onClick={() => onOpen({ talk: talk.id })}>
          Edit<span className="sr-only"> {talk.title}</span>
        </Button>
        <Button {...button} name="duplicate" onClick={() => onOpen({ duplicate: talk.id })}>
          Duplicate<span className="sr-only"> {talk.title}</span>
        </Button>
        <Button {...button} onClick={() => onDelete(talk)}>
          Delete<span className="sr-only"> {talk.title}</span>
        </Button>
      </div>
    </li>
  )
})

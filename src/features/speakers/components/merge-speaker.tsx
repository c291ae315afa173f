import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { MergePreview } from '../speaker-merging.schemas.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'
import { placeOf } from '../speakers.ts'
import { type SpeakerMatch, useSpeakerSearch } from './use-speaker-search.ts'

type Props = {
  speaker: SpeakerDetail
  /** The merge that is being looked at. */
  preview: MergePreview | undefined
  onClose: () => void
}

export function MergeSpeaker({ speaker, preview, onClose }: Props) {
  const [text, setText] = useState(speaker.name)
  const { speakers, isLongEnough, isFetching } = useSpeakerSearch(text)
  const otherSpeakers = speakers.filter(({ id }) => id !== speaker.id)
  return (
    <Section title="Merge another record into this one">
      <p className="mb-4 max-w-prose text-quiet">
        Use this if the same person is listed twice. Talks and claims move to this record, and the other
        address redirects here. You can undo it in the{' '}
        <a href={`/speakers/${speaker.id}/history`} className="link">
          history
        </a>{' '}
        for {limits.undoableDays} days.
      </p>
      <div className="max-w-xl">
        <FormField label="The other record" hint="A part of the name.">
          {(control) => (
            <TextInput
              type="search"
              autoComplete="off"
              maxLength={limits.searchTerm}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              {...control}
            />
          )}
        </FormField>
        <p role="status" className="mt-2 text-sm text-quiet">
          {isLongEnough && !isFetching && (otherSpeakers.length === 0 ? 'No other records found.' : '')}
        </p>
        <ul aria-label="Other records">
          {otherSpeakers.map((other) => (
            <OtherRecord key={other.id} speaker={speaker} other={other} />
          ))}
        </ul>
      </div>
      {preview && <MergeDialog preview={preview} onClose={onClose} />}
    </Section>
  )
}

const OtherRecord = ({ speaker, other }: { speaker: { id: string }; other: SpeakerMatch }) => (
  <li className="flex min-h-13 items-center gap-3 border-b border-hairline py-2 last:border-b-0">
    <span className="min-w-0 flex-1">
      <span className="font-semibold">{other.name}</span>{' '}
      <span className="text-quiet">
        {[placeOf(other), count(other.events_spoken_at, 'event', 'events'), other.user_id && 'claimed']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    <Link
      to="/speakers/$id/edit"
      params={{ id: speaker.id }}
      search={{ merge: other.id }}
      resetScroll={false}
      className={buttonClass({ look: 'outline', size: 'small' })}
    >
      Compare<span className="sr-only"> with {other.name}</span>
    </Link>
  </li>
)

function MergeDialog({ preview, onClose }: { preview: MergePreview; onClose: () => void }) {
  const { kept, removed, shared, claims, filled, refusal } = preview
  const navigate = useNavigate()
  const merge = useMutation({
    mutationFn: async () => {
      await api.speakers.merge.call({ id: kept.id, other_id: removed.id })
      await navigate({ to: '/speakers/$id', params: { id: kept.id } })
    },
    meta: {
      success: `Merged. You can undo it in the history for ${limits.undoableDays} days.`,
      failure: (message) => `Failed to merge: ${message}`,
    },
  })
  return (
    <Dialog title="Merge two records" onClose={onClose} wide>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title="Record to keep" side={kept} />
        <Side title="Record to merge into it" side={removed} />
      </div>
      {refusal ? (
        <p role="alert" className="mt-4 border-l-4 border-accent pl-3 font-semibold">
          {refusal}
        </p>
      ) : (
        <ul className="mt-4 grid list-disc gap-1 pl-5">
          <li>
            {count(removed.talks, 'talk moves', 'talks move')} to this record
            {shared > 0 &&
              `; on ${count(shared, 'talk', 'talks')} both are listed, and this one will be listed once`}
            .
          </li>
          {claims > 0 && <li>{count(claims, 'claim moves', 'claims move')} to this record.</li>}
          {filled.length > 0 && <li>Missing details are filled in: {filled.join(', ')}.</li>}
          <li>Counters and topics are recalculated; saved talks stay saved.</li>
          <li>The address of the other record redirects here.</li>
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!refusal && (
          <Button disabled={merge.isPending} onClick={() => merge.mutate()}>
            {merge.isPending ? 'Merging...' : 'Merge'}
          </Button>
        )}
        <ButtonLink
          to="/speakers/$id/edit"
          params={{ id: removed.id }}
          search={{ merge: kept.id }}
          resetScroll={false}
          look="outline"
          label="Keep the other one"
        />
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

function Side({ title, side }: { title: string; side: MergePreview['kept'] }) {
  return (
    <section aria-label={title} className="border border-hairline p-3">
      <h3 className="text-sm text-quiet">{title}</h3>
      <div className="mt-2 flex items-center gap-3">
        <Avatar name={side.name} image={side.image_url} />
        <div className="min-w-0">
          <p className="font-semibold">{side.name}</p>
          <p className="text-sm text-quiet">
            {[placeOf(side), count(side.talks, 'talk', 'talks'), side.user_id && 'claimed']
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {side.bio && <p className="mt-2 line-clamp-3 text-sm">{side.bio}</p>}
    </section>
  )
}

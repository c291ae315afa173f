import { zodResolver } from '@hookform/resolvers/zod'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ConflictNotice } from '#components/layout/conflict-notice.tsx'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { SpeakerForm } from '#features/speakers/components/speaker-form.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { api } from '#lib/api.ts'
import { nextTalk } from '../next-talk.ts'
import {
  type TalkValues,
  type Track,
  talkForm,
  type WholeTalk,
  wholeTalk,
} from '../programme-editing.schemas.ts'
import { TalkFields } from './talk-fields.tsx'
import { TalkSpeakers } from './talk-speakers.tsx'
import { differencesOf, typedTalk } from './talk-values.ts'

type Props = {
  event: { id: string; start_date: string }
  /** The talk to edit; a new one without it. */
  talk?: WholeTalk
  /** The talk that was added before: the next one begins with its day, track and room. */
  last?: TalkValues
  tracks: Track[]
  topics: PopularTopic[]
  viewer: { id: string; isAdmin: boolean }
  users: PersonCard[]
  onAdded: (talk: TalkValues) => void
  onClose: () => void
}

export function TalkDialog({ event, talk, last, tracks, topics, viewer, users, onAdded, onClose }: Props) {
  const form = useForm<TalkValues, unknown, z.output<typeof talkForm>>({
    resolver: zodResolver(talkForm),
    defaultValues: talk ? typedTalk(talk) : nextTalk(event.start_date, last),
  })
  const forget = useDraft(form, `talk ${talk?.id ?? `new ${event.id}`}`)
  const [newSpeaker, setNewSpeaker] = useState<string>()
  const [theirs, setTheirs] = useState<WholeTalk>()
  const speakerInput = useRef<HTMLInputElement>(null)
  useEffect(() => form.setFocus('title'), [form])

  const save = useMutation({
    mutationFn: async ({ values, again }: { values: z.output<typeof talkForm>; again: boolean }) => {
      const { speakers, updated_at, ...fields } = values
      const sent = { ...fields, speaker_ids: speakers.map(({ id }) => id) }
      const typed = form.getValues()
      if (talk) await api.talks.update.call({ ...sent, id: talk.id, updated_at })
      else await api.talks.create.call({ ...sent, event_id: event.id })
      // Here and not after the page has loaded anew: the next talk can be typed at once.
      forget()
      onAdded(typed)
      if (!again) return onClose()
      form.reset(nextTalk(event.start_date, typed))
      forget()
      form.setFocus('title')
    },
    onError: (error) => {
      if (error instanceof ORPCError && error.code === 'CONFLICT') setTheirs(wholeTalk.parse(error.data.now))
    },
    meta: talk
      ? { success: 'Talk updated successfully', failure: (message) => `Failed to update talk: ${message}` }
      : { success: 'Talk added successfully', failure: (message) => `Failed to add talk: ${message}` },
  })
  const submit = (again: boolean) => form.handleSubmit((values) => save.mutate({ values, again }))

  const leaveSpeaker = () => {
    setNewSpeaker(undefined)
    // The form is hidden until the next moment.
    setTimeout(() => speakerInput.current?.focus())
  }
  const title = talk ? 'Edit talk' : 'Add talk'
  return (
    <Dialog title={newSpeaker === undefined ? title : 'New speaker'} onClose={onClose} wide>
      {newSpeaker !== undefined && (
        <SpeakerForm
          viewer={viewer}
          users={users}
          name={newSpeaker}
          draftKey="new speaker of a talk"
          onCreated={(speaker) => {
            form.setValue('speakers', [...form.getValues('speakers'), speaker], { shouldDirty: true })
            leaveSpeaker()
          }}
          cancel={(forgetSpeaker) => (
            <Button
              look="quiet"
              onClick={() => {
                forgetSpeaker()
                leaveSpeaker()
              }}
            >
              Back to the talk
            </Button>
          )}
        />
      )}
      <form
        method="post"
        noValidate
        hidden={newSpeaker !== undefined}
        onSubmit={submit(false)}
        className="grid grid-cols-1 gap-5 [[hidden]]:hidden"
      >
        {theirs && (
          <ConflictNotice
            what="talk"
            differences={differencesOf(form.getValues(), theirs, tracks)}
            onOverwrite={() => {
              form.setValue('updated_at', theirs.updated_at)
              setTheirs(undefined)
              submit(false)()
            }}
            onLoad={() => {
              form.reset(typedTalk(theirs))
              forget()
              setTheirs(undefined)
            }}
          />
        )}
        <TalkFields
          form={form}
          tracks={tracks}
          topics={topics}
          speakers={<TalkSpeakers form={form} inputRef={speakerInput} onCreate={setNewSpeaker} />}
        />
        <SignInAgain error={save.error} />
        <div className="-mx-5 -mb-4 flex flex-wrap gap-3 border-t border-hairline bg-paper px-5 py-3 sm:sticky sm:-bottom-4">
          <Button type="submit" disabled={save.isPending}>
            {talk ? 'Save' : 'Save Talk'}
          </Button>
          {!talk && (
            <Button look="outline" disabled={save.isPending} onClick={submit(true)}>
              Save and add another
            </Button>
          )}
          <Button
            look="quiet"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

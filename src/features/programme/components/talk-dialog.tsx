import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useWatch } from 'react-hook-form'
import { ConflictNotice } from '#components/layout/conflict-notice.tsx'
import { FormStatus } from '#components/layout/form-status.tsx'
import { useSavedForm } from '#components/layout/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { SpeakerForm } from '#features/speakers/components/speaker-form.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { api } from '#lib/api.ts'
import { readDraft, storeDraft } from '#lib/drafts.ts'
import { nextTalk } from '../next-talk.ts'
import {
  type EventBreak,
  type ListedTalk,
  type TalkDetail,
  type TalkValues,
  type Track,
  talkDetail,
  talkForm,
} from '../programme-editing.schemas.ts'
import { type ProgrammeWarning, programmeWarnings } from '../programme-warnings.ts'
import { FormWarnings } from './form-warnings.tsx'
import { TalkFields } from './talk-fields.tsx'
import { TalkSpeakers } from './talk-speakers.tsx'
import { talkDifferences, talkValues } from './talk-values.ts'

type Props = {
  event: { id: string; start_date: string; end_date: string; time_zone: string | null }
  /** The programme as it is saved, for warnings. */
  talks: ListedTalk[]
  /** The talk to edit; a new one without it. */
  talk?: TalkDetail
  tracks: Track[]
  breaks: EventBreak[]
  topics: PopularTopic[]
  viewer: { id: string; isAdmin: boolean }
  users: PersonCard[]
  onClose: () => void
}

/** The value of the button that saves and keeps the dialog open for the next talk. */
const addAnother = 'another'

export function TalkDialog(props: Props) {
  const { talk, viewer, users, onClose } = props
  const savedForm = useTalkForm(props)
  const { form } = savedForm
  const [newSpeaker, setNewSpeaker] = useState<string>()
  const speakerInput = useRef<HTMLInputElement>(null)
  const closeSpeaker = () => {
    setNewSpeaker(undefined)
    // The form is still hidden until the next render.
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
            closeSpeaker()
          }}
          cancel={(clearSpeakerDraft) => (
            <Button
              look="quiet"
              onClick={() => {
                clearSpeakerDraft()
                closeSpeaker()
              }}
            >
              Back to the talk
            </Button>
          )}
        />
      )}
      <TalkForm
        {...props}
        {...savedForm}
        isHidden={newSpeaker !== undefined}
        speakers={<TalkSpeakers form={form} inputRef={speakerInput} onCreate={setNewSpeaker} />}
      />
    </Dialog>
  )
}

function useTalkForm({ event, talk, tracks, breaks, onClose }: Props) {
  // Of this tab: the next talk begins where the last one ended, after a reload, too. The server's page knows of none.
  const previousTalkKey = `last talk ${event.id}`
  const isOfServer = !useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const previousTalk = isOfServer ? undefined : readDraft<TalkValues>(previousTalkKey)?.values
  return useSavedForm({
    schema: talkForm,
    defaultValues: talk ? talkValues(talk) : nextTalk(event.start_date, previousTalk, breaks),
    draftKey: `talk ${talk?.id ?? `new ${event.id}`}`,
    save: async ({ speakers, updated_at, ...fields }, form, button) => {
      const talkInput = { ...fields, speaker_ids: speakers.map(({ id }) => id) }
      const values = form.getValues()
      if (talk) await api.talks.update.call({ ...talkInput, id: talk.id, updated_at })
      else {
        await api.talks.create.call({ ...talkInput, event_id: event.id })
        storeDraft(previousTalkKey, { values })
      }
      // Here and not in onSaved, which runs after the page's data is reloaded: the next talk can be typed at once.
      if (button !== addAnother) return onClose()
      form.reset(nextTalk(event.start_date, values, breaks), { keepFieldsRef: true })
      form.setFocus('title')
    },
    // The router brings back how far the dialog was scrolled, and the title of the next talk was out of sight on a phone.
    onSaved: () => document.activeElement?.scrollIntoView({ block: 'nearest' }),
    conflict: {
      read: (now) => talkValues(talkDetail.parse(now)),
      differences: (mine, other) => talkDifferences(mine, other, tracks),
    },
    messages: talk
      ? { success: 'Talk updated successfully', failure: (message) => `Failed to update talk: ${message}` }
      : { success: 'Talk added successfully', failure: (message) => `Failed to add talk: ${message}` },
  })
}

type FormProps = Pick<Props, 'event' | 'talks' | 'talk' | 'tracks' | 'topics' | 'onClose'> &
  ReturnType<typeof useTalkForm> & { isHidden: boolean; speakers: ReactNode }

function TalkForm({
  event,
  talks,
  talk,
  tracks,
  topics,
  onClose,
  isHidden,
  speakers,
  ...savedForm
}: FormProps) {
  const { form, submit, clearDraft, isSaving, status, conflict } = savedForm
  const saveAndAdd = useRef<HTMLButtonElement>(null)
  // Here and not where the form is made: there a draft that comes back has taken the fields out of the form's hands.
  useEffect(() => form.setFocus('title'), [form])
  return (
    <form
      method="post"
      noValidate
      hidden={isHidden}
      onSubmit={submit}
      onKeyDown={(event) => {
        // Also from the description, where Enter alone is a new line.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit(saveAndAdd.current)
      }}
      className="grid grid-cols-1 gap-5 [[hidden]]:hidden"
    >
      {conflict && <ConflictNotice noun="talk" {...conflict} />}
      <TalkFields form={form} tracks={tracks} rooms={roomsOf(talks)} topics={topics} speakers={speakers} />
      <div className="-mx-5 -mb-4 flex flex-col gap-3 border-t border-hairline bg-paper px-5 py-3 sm:sticky sm:-bottom-4 sm:max-h-[60dvh] sm:overflow-y-auto [&>:empty]:-mb-3">
        <TalkWarnings form={form} {...{ event, talks, talk }} />
        <FormStatus {...status} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isSaving}>
            {talk ? 'Save' : 'Save Talk'}
          </Button>
          {!talk && (
            <Button
              ref={saveAndAdd}
              type="submit"
              value={addAnother}
              look="outline"
              disabled={isSaving}
              aria-keyshortcuts="Control+Enter"
              title="Ctrl Enter"
            >
              Save and add another
            </Button>
          )}
          <Button
            look="quiet"
            onClick={() => {
              clearDraft()
              onClose()
            }}
          >
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

const roomsOf = (talks: ListedTalk[]) => [...new Set(talks.flatMap(({ location }) => location ?? []))].sort()

/** What would be worth a look in the programme if this talk were saved as it is typed. */
function TalkWarnings({ form, event, talks, talk }: Pick<FormProps, 'form' | 'event' | 'talks' | 'talk'>) {
  const {
    title,
    date = '',
    start_time,
    end_time,
    location,
    speakers = [],
    status,
  } = useWatch({ control: form.control })
  const id = talk?.id ?? 'new'
  const typed = {
    id,
    title: title || 'This talk',
    date,
    start_time: start_time || null,
    end_time: end_time || null,
    location: location || null,
    speakers: speakers.flatMap(({ name }) => name ?? []),
    status: status === 'cancelled' ? ('cancelled' as const) : ('scheduled' as const),
  }
  const others = talks.filter((each) => each.id !== id)
  const isDated = /^\d{4}-\d\d-\d\d$/.test(date)
  const warnings = isDated
    ? newWarnings(
        programmeWarnings({ event, talks: others, breaks: [], tracks: [] }),
        programmeWarnings({ event, talks: [...others, typed], breaks: [], tracks: [] }),
      )
    : []
  return <FormWarnings warnings={warnings} />
}

const newWarnings = (before: ProgrammeWarning[], after: ProgrammeWarning[]) =>
  after.filter(({ text }) => !before.some((warning) => warning.text === text))

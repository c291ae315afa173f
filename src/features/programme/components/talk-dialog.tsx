import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ConflictNotice } from '#components/forms/conflict-notice.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { SuggestionPart, suggesting } from '#features/decisions/components/suggestion-part.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { SpeakerForm } from '#features/speakers/components/speaker-form.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { api } from '#lib/api.ts'
import { readDraft, storeDraft } from '#lib/drafts.ts'
import { nextTalk, talkToRepeat } from '../next-talk.ts'
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
  /** The talk that a new one begins as. */
  original?: TalkDetail
  tracks: Track[]
  breaks: EventBreak[]
  topics: PopularTopic[]
  viewer: { id: string; isAdmin: boolean }
  users: PersonCard[]
  onClose: () => void
  /** Whether it suggests what it would save. */
  isSuggestion?: boolean
}

/** The value of the button that saves and keeps the dialog open for the next talk. */
const addAnother = 'another'

export function TalkDialog(props: Props) {
  const { talk, original, viewer, users, onClose } = props
  const savedForm = useTalkForm(props)
  const { form } = savedForm
  const [newSpeaker, setNewSpeaker] = useState<string>()
  const speakerInput = useRef<HTMLInputElement>(null)
  const closeSpeaker = () => {
    setNewSpeaker(undefined)
    // The form is still hidden until the next render.
    setTimeout(() => speakerInput.current?.focus())
  }
  const title = talk ? 'Edit talk' : original ? 'Duplicate talk' : 'Add talk'
  return (
    <Dialog title={newSpeaker === undefined ? title : 'New speaker'} onClose={onClose} wide isDivided>
      {newSpeaker !== undefined && (
        <div className="overflow-y-auto px-5 py-4">
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
        </div>
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

/** The form on a page of its own. */
export function SuggestTalk(props: Omit<Props, 'isSuggestion' | 'breaks' | 'viewer' | 'users'>) {
  const savedForm = useTalkForm({ ...props, breaks: [], isSuggestion: true })
  const input = useRef<HTMLInputElement>(null)
  return (
    <TalkForm
      {...props}
      {...savedForm}
      isSuggestion
      isHidden={false}
      speakers={<TalkSpeakers form={savedForm.form} inputRef={input} />}
    />
  )
}

function useTalkForm({
  event,
  talk,
  original,
  tracks,
  breaks,
  onClose,
  isSuggestion,
}: Omit<Props, 'viewer' | 'users'>) {
  const previousTalkKey = `last talk ${event.id}`
  const isNext = !talk && !original
  return useSavedForm({
    schema: talkForm,
    defaultValues: talk
      ? talkValues(talk)
      : original
        ? talkToRepeat(talkValues(original))
        : nextTalk(event.start_date),
    // The next talk begins where the last one of this tab ended, after a reload, too.
    valuesOfTab: () => {
      const previousTalk = isNext && readDraft<TalkValues>(previousTalkKey)?.values
      return previousTalk ? nextTalk(event.start_date, previousTalk, breaks) : undefined
    },
    draftKey: `talk ${talk?.id ?? (original ? `like ${original.id}` : `new ${event.id}`)}`,
    save: async ({ speakers, updated_at, ...fields }, form, button): Promise<unknown> => {
      const talkInput = { ...fields, speaker_ids: speakers.map(({ id }) => id) }
      const values = form.getValues()
      if (talk && isSuggestion) {
        const { is_saved } = await api.suggestions.suggestTalk.call({ ...talkInput, id: talk.id, updated_at })
        onClose()
        return { is_saved }
      }
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
    ...(isSuggestion && talk && suggesting('talk', talk.id)),
  })
}

type FormProps = Pick<
  Props,
  'event' | 'talks' | 'talk' | 'original' | 'tracks' | 'topics' | 'onClose' | 'isSuggestion'
> &
  ReturnType<typeof useTalkForm> & { isHidden: boolean; speakers: ReactNode }

function TalkForm({
  event,
  talks,
  talk,
  original,
  tracks,
  topics,
  onClose,
  isSuggestion,
  isHidden,
  speakers,
  ...savedForm
}: FormProps) {
  const { form, submit, discardThen, isSaving, status, conflict } = savedForm
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
      className="flex min-h-0 flex-col [[hidden]]:hidden"
    >
      {/* What gets the focus brings its label into sight. */}
      <div className="grid scroll-pt-14 scroll-pb-4 grid-cols-1 gap-5 overflow-y-auto px-5 py-4">
        {conflict && <ConflictNotice noun="talk" {...conflict} />}
        <TalkFields form={form} tracks={tracks} rooms={roomsOf(talks)} topics={topics} speakers={speakers} />
        {isSuggestion && talk && (
          <SuggestionPart form={form} about={{ kind: 'talk', id: talk.id, updated_at: talk.updated_at }} />
        )}
        <LicenceNote />
      </div>
      {/* In sight however far the fields are scrolled, on a phone above its keyboard: one talk is added after another. */}
      <div className="shrink-0 border-t border-hairline px-3 py-2 sm:px-5 sm:py-3">
        <div className="flex max-h-[calc(var(--seen-height)*0.3)] flex-col gap-3 overflow-y-auto has-[p]:pb-3 [&>:empty]:-mb-3">
          <TalkWarnings form={form} {...{ event, talks, talk }} />
          <FormStatus {...status} />
        </div>
        <TalkFormButtons
          saveAndAdd={saveAndAdd}
          isNew={!talk}
          saveLabel={isSuggestion ? 'Suggest' : 'Save'}
          canAddAnother={!talk && !original}
          isSaving={isSaving}
          onCancel={discardThen(onClose)}
        />
      </div>
    </form>
  )
}

type ButtonsProps = {
  saveAndAdd: RefObject<HTMLButtonElement | null>
  isNew: boolean
  saveLabel: string
  canAddAnother: boolean
  isSaving: boolean
  onCancel: () => void
}

const TalkFormButtons = ({
  saveAndAdd,
  isNew,
  saveLabel,
  canAddAnother,
  isSaving,
  onCancel,
}: ButtonsProps) => (
  <div className="flex flex-wrap gap-1.5 sm:gap-3">
    <Button type="submit" disabled={isSaving} className={barButtonClass}>
      <span>
        {saveLabel}
        {isNew && <span className="max-sm:sr-only"> Talk</span>}
      </span>
    </Button>
    {canAddAnother && (
      <Button
        ref={saveAndAdd}
        type="submit"
        value={addAnother}
        look="outline"
        disabled={isSaving}
        aria-keyshortcuts="Control+Enter"
        title="Ctrl Enter"
        className={barButtonClass}
      >
        <span>
          Save and add<span className="max-[26rem]:sr-only"> another</span>
        </span>
      </Button>
    )}
    <Button look="quiet" className={barButtonClass} onClick={onCancel}>
      Cancel
    </Button>
  </div>
)

/** On a phone all of them stand in one row. */
const barButtonClass = 'max-sm:min-h-11 max-sm:grow max-sm:px-2 max-sm:text-sm'

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
  const otherTalks = talks.filter((talk) => talk.id !== id)
  const isDated = /^\d{4}-\d\d-\d\d$/.test(date)
  const warnings = isDated
    ? newWarnings(
        programmeWarnings({ event, talks: otherTalks, breaks: [], tracks: [] }),
        programmeWarnings({ event, talks: [...otherTalks, typed], breaks: [], tracks: [] }),
      )
    : []
  return <FormWarnings warnings={warnings} />
}

const newWarnings = (before: ProgrammeWarning[], after: ProgrammeWarning[]) =>
  after.filter(({ text }) => !before.some((warning) => warning.text === text))

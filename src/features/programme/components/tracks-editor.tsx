import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { EditableList } from '#components/ui/editable-list.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { blankValues, formValues } from '#lib/form-fields.ts'
import { count, fold } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { type Track, trackFields, trackForm } from '../programme-editing.schemas.ts'

type Props = { eventId: string; tracks: Track[]; countTalks: (trackId: string) => number }

/** More tracks than this are folded. */
const maxOpenTracks = 12

/** The tracks of a conference: add, rename, order, delete. */
export function TracksEditor({ eventId, tracks, countTalks }: Props) {
  const [trackToDelete, setTrackToDelete] = useState<Track>()
  const remove = useAction(api.tracks.remove, {
    onSettled: () => setTrackToDelete(undefined),
    success: 'Track deleted successfully',
    failure: (message) => `Failed to delete track: ${message}`,
    hasForm: true,
  })
  const move = useAction(api.tracks.move, {
    success: 'Track order updated successfully',
    failure: (message) => `Failed to move track: ${message}`,
  })
  return (
    <Section anchor="tracks" title="Tracks">
      {tracks.length === 0 && (
        <p className="mb-4 text-quiet">No tracks yet. Without one, all talks are in the main track.</p>
      )}
      <details open={tracks.length <= maxOpenTracks} className="mb-6">
        <summary className={tracks.length <= maxOpenTracks ? 'hidden' : 'py-1 font-semibold'}>
          {count(tracks.length, 'track', 'tracks')}
        </summary>
        <EditableList
          label="Tracks"
          anchor="track"
          items={tracks}
          form={(track, onClose) => <TrackForm {...{ eventId, tracks, track, onClose }} />}
          facts={trackFacts}
          buttons={(track, onEdit) => (
            <>
              <MoveButtons
                track={track}
                tracks={tracks}
                onMove={(direction) => !move.isPending && move.mutate({ id: track.id, direction })}
              />
              <TrackButton track={track} label="Rename" onClick={onEdit} />
              <TrackButton track={track} label="Delete" onClick={() => setTrackToDelete(track)} />
            </>
          )}
        />
      </details>
      <TrackForm eventId={eventId} tracks={tracks} />
      <SignInAgain error={remove.error ?? move.error} />
      {trackToDelete && (
        <ConfirmDialog
          title="Delete this track?"
          action="Delete track"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: trackToDelete.id })}
          onClose={() => setTrackToDelete(undefined)}
        >
          <WhatIsLost name={trackToDelete.name} talks={countTalks(trackToDelete.id)} />
        </ConfirmDialog>
      )}
    </Section>
  )
}

const TrackButton = ({ track, label, onClick }: { track: Track; label: string; onClick: () => void }) => (
  <Button size="small" look="quiet" onClick={onClick}>
    {label}
    <span className="sr-only"> {track.name}</span>
  </Button>
)

const WhatIsLost = ({ name, talks }: { name: string; talks: number }) => (
  <p>
    {name} will be deleted. Its talks stay, but they lose their track association (
    {count(talks, 'talk', 'talks')}), and its breaks become breaks for all tracks.
  </p>
)

const trackFacts = ({ name, description }: Track) => (
  <>
    <p className="font-display font-bold">{name}</p>
    {description && <p className="text-quiet">{description}</p>}
  </>
)

type MoveProps = { track: Track; tracks: Track[]; onMove: (direction: 'up' | 'down') => void }

/** Not disabled at the end of the list: the button would lose the focus there. */
const MoveButtons = ({ track, tracks, onMove }: MoveProps) =>
  (['up', 'down'] as const).map((direction) => {
    const isAtEnd = track === tracks.at(direction === 'up' ? 0 : -1)
    const move = () => !isAtEnd && onMove(direction)
    return (
      <Button key={direction} size="small" look="quiet" aria-disabled={isAtEnd} onClick={move}>
        <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>
        <span className="sr-only">
          Move {track.name} {direction}
        </span>
      </Button>
    )
  })

type FormProps = { eventId: string; tracks: Track[]; track?: Track; onClose?: () => void }

/** A new track, or another name for one. */
function TrackForm({ eventId, tracks, track, onClose }: FormProps) {
  const blank = blankValues(trackFields)
  const { form, submit, discardThen, isSaving, status } = useSavedForm({
    schema: trackForm,
    defaultValues: track ? formValues(trackFields, track) : blank,
    draftKey: track ? `track ${track.id}` : `new track ${eventId}`,
    save: async (values, form) => {
      if (track) return api.tracks.update.call({ ...values, id: track.id })
      await api.tracks.create.call({ ...values, event_id: eventId })
      form.reset(blank, { keepFieldsRef: true })
      form.setFocus('name')
    },
    onSaved: onClose,
    messages: {
      success: track ? 'Track updated successfully' : 'Track added successfully',
      failure: (message) => `Failed to ${track ? 'update' : 'add'} track: ${message}`,
    },
  })
  const field = { form, fields: trackFields }
  return (
    <form
      method="post"
      noValidate
      aria-label={track ? `Rename ${track.name}` : 'New track'}
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_1fr_auto]"
    >
      <TextField {...field} name="name" />
      <TextField {...field} name="description" />
      <div className="sm:pt-7.5">
        <FormButtons look="outline" disabled={isSaving} onCancel={onClose && discardThen(onClose)}>
          {track ? 'Save' : 'Add Track'}
        </FormButtons>
      </div>
      <SameNameWarning name={form.watch('name')} tracks={tracks.filter(({ id }) => id !== track?.id)} />
      <FormStatus {...status} />
    </form>
  )
}

const SameNameWarning = ({ name, tracks }: { name: string; tracks: Track[] }) => (
  <p role="status" className="border-l-4 border-accent bg-wash px-4 py-2.5 empty:hidden sm:col-span-3">
    {tracks.some((track) => fold(track.name) === fold(name.trim())) &&
      'This conference already has a track of this name. You can still save.'}
  </p>
)

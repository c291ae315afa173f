import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { type Track, trackForm } from '../programme-editing.schemas.ts'

type Props = { eventId: string; tracks: Track[]; talksIn: (trackId: string) => number }

/** The tracks of a conference: add, rename, delete. */
export function TracksEditor({ eventId, tracks, talksIn }: Props) {
  const [renamed, rename] = useState<string>()
  const [leaving, leave] = useState<Track>()
  const add = useMutation({
    ...api.tracks.create.mutationOptions(),
    meta: { success: 'Track added successfully', failure: (message) => `Failed to add track: ${message}` },
  })
  const update = useMutation({
    ...api.tracks.update.mutationOptions(),
    onSuccess: () => rename(undefined),
    meta: {
      success: 'Track updated successfully',
      failure: (message) => `Failed to update track: ${message}`,
    },
  })
  const remove = useMutation({
    ...api.tracks.remove.mutationOptions(),
    onSettled: () => leave(undefined),
    meta: {
      success: 'Track deleted successfully',
      failure: (message) => `Failed to delete track: ${message}`,
    },
  })
  return (
    <Section title="Tracks">
      {tracks.length === 0 && (
        <p className="mb-4 text-quiet">No tracks yet. Without one, all talks are in the main track.</p>
      )}
      <ul aria-label="Tracks" className="mb-6">
        {tracks.map((track) => (
          <li key={track.id} className="border-b border-hairline py-3">
            {renamed === track.id ? (
              <TrackForm
                track={track}
                draftKey={`track ${track.id}`}
                label="Save"
                save={(values) => update.mutateAsync({ ...values, id: track.id })}
                cancel={(forget) => (
                  <Button
                    look="quiet"
                    onClick={() => {
                      forget()
                      rename(undefined)
                    }}
                  >
                    Cancel
                  </Button>
                )}
              />
            ) : (
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <div className="min-w-0">
                  <p className="font-display font-bold">{track.name}</p>
                  {track.description && <p className="text-quiet">{track.description}</p>}
                </div>
                <div className="flex gap-2">
                  <Button size="small" look="quiet" onClick={() => rename(track.id)}>
                    Rename<span className="sr-only"> {track.name}</span>
                  </Button>
                  <Button size="small" look="quiet" onClick={() => leave(track)}>
                    Delete<span className="sr-only"> {track.name}</span>
                  </Button>
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      <TrackForm
        draftKey={`new track ${eventId}`}
        label="Add Track"
        save={(values) => add.mutateAsync({ ...values, event_id: eventId })}
      />
      <SignInAgain error={add.error ?? update.error ?? remove.error} />
      {leaving && (
        <ConfirmDialog
          title="Delete this track?"
          action="Delete track"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: leaving.id })}
          onClose={() => leave(undefined)}
        >
          <p>
            {leaving.name} will be deleted. Its talks stay, but they lose their track association (
            {count(talksIn(leaving.id), 'talk', 'talks')}), and its breaks become breaks for all tracks.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

type FormProps = {
  track?: Track
  draftKey: string
  label: string
  save: (values: z.output<typeof trackForm>) => Promise<unknown>
  cancel?: (forget: () => void) => ReactNode
}

function TrackForm({ track, draftKey, label, save, cancel }: FormProps) {
  const form = useForm<z.input<typeof trackForm>, unknown, z.output<typeof trackForm>>({
    resolver: zodResolver(trackForm),
    defaultValues: { name: track?.name ?? '', description: track?.description ?? '' },
  })
  const { errors, isSubmitting } = form.formState
  const forget = useDraft(form, draftKey)
  return (
    <form
      method="post"
      noValidate
      aria-label={track ? `Rename ${track.name}` : 'New track'}
      onSubmit={form.handleSubmit(async (values) => {
        try {
          await save(values)
        } catch {
          // Said by the mutation; what was typed stays.
          return
        }
        form.reset({ name: '', description: '' })
        forget()
        if (!track) form.setFocus('name')
      })}
      className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_1fr_auto]"
    >
      <FormField label="Track name" error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register('name')} />}
      </FormField>
      <FormField label="Track description" isOptional error={errors.description?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register('description')} />}
      </FormField>
      <div className="flex gap-3 sm:pt-7.5">
        <Button type="submit" look="outline" disabled={isSubmitting}>
          {label}
        </Button>
        {cancel?.(forget)}
      </div>
    </form>
  )
}

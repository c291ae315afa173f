import { ORPCError } from '@orpc/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EventFields } from '#features/events/components/event-fields.tsx'
import { type EventFormValues, eventEditForm } from '#features/events/event-editing.schemas.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { newEventValues } from '../new-event-values.ts'

const schema = eventEditForm()

type Props = {
  /** The conference of which this is the next edition. */
  previous?: EventDetail
  /** What the page of the conference says. */
  page?: { url: string; values: Partial<EventFormValues> & { cfp_url?: string }; guesses: readonly string[] }
  onCreated: (event: { id: string }) => void
}

export function CreateEventForm({ previous, page, onCreated }: Props) {
  const { cfp_url, ...values } = page?.values ?? {}
  const [isCallListed, setCallListed] = useState(true)
  const { form, submit, clearDraft, isSaving, status } = useSavedForm({
    schema,
    defaultValues: { ...newEventValues(previous), ...values },
    draftKey: previous
      ? `next edition of ${previous.id}`
      : page
        ? `conference at ${page.url}`
        : 'new conference',
    save: (values) =>
      api.events.create.call({
        ...values,
        previous: previous?.id,
        cfp_url: isCallListed ? cfp_url : undefined,
      }),
    onSaved: onCreated,
    fieldOfError: { CONFLICT: 'name', UNKNOWN_PICTURE: 'logo_url' },
    messages: {
      success: 'Event created successfully',
      failure: (message) => `Failed to create event: ${message}`,
    },
  })
  const listedEvent = listedIn(status.error)
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 max-w-3xl gap-6">
      <EventFields
        form={form}
        country={previous?.country_name ?? values.country_name}
        isNew
        guesses={page?.guesses}
      />
      {cfp_url && (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1"
            checked={isCallListed}
            onChange={(event) => setCallListed(event.target.checked)}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">List its call for papers, too: {cfp_url}</span>
        </label>
      )}
      {listedEvent && (
        <p>
          It is already listed:{' '}
          <Link to="/conferences/$slug" params={{ slug: listedEvent.slug }} className="link">
            {listedEvent.name}
          </Link>
        </p>
      )}
      <FormStatus {...status} reason="You must be logged in to create an event." />
      <LicenceNote />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Creating...' : 'Create Event'}
        </Button>
        <ButtonLink to="/conferences" onClick={clearDraft} look="quiet" label="Cancel" />
      </div>
    </form>
  )
}

/** The conference that an error of the procedure names as already listed. */
const listedIn = (error: Error | null): { name: string; slug: string } | undefined =>
  error instanceof ORPCError && error.code === 'CONFLICT' ? error.data?.listed : undefined

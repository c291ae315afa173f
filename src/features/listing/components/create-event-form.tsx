import { ORPCError } from '@orpc/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form-field.tsx'
import { EventFields } from '#features/events/components/event-fields.tsx'
import { type EventFormValues, eventEditForm } from '#features/events/event-editing.schemas.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import type { ListedMatch } from '#features/events/listed-match.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
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
  const [isNew, setNew] = useState(false)
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
        is_new: isNew,
      }),
    onSaved: onCreated,
    fieldOfError: { LISTED: 'name', UNKNOWN_PICTURE: 'logo_url' },
    messages: {
      success: 'Event created successfully',
      failure: (message) => `Failed to create event: ${message}`,
    },
  })
  const matches = matchesIn(status.error)
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 max-w-3xl gap-6">
      <EventFields
        form={form}
        country={previous?.country_name ?? values.country_name}
        isNew
        guesses={page?.guesses}
      />
      {cfp_url && (
        <Checkbox checked={isCallListed} onChange={(event) => setCallListed(event.target.checked)}>
          <span className="min-w-0 [overflow-wrap:anywhere]">List its call for papers, too: {cfp_url}</span>
        </Checkbox>
      )}
      {matches.length > 0 && <ListedMatches matches={matches} />}
      {(matches.length > 0 || status.message) &&
        matches.every(({ is_same, can_edit }) => !is_same || can_edit) && (
          <Checkbox name="is_new" checked={isNew} onChange={(event) => setNew(event.target.checked)}>
            It is another conference
          </Checkbox>
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

/** The listed conferences that an error of the procedure names. */
const matchesIn = (error: Error | null): ListedMatch[] =>
  error instanceof ORPCError && error.code === 'LISTED' ? error.data.listed : []

/** What is listed already, with the way to add there what is missing. */
const ListedMatches = ({ matches }: { matches: ListedMatch[] }) => (
  <ul className="grid gap-2">
    {matches.map((match) => (
      <li key={match.id}>
        {match.is_same ? 'It is already listed: ' : 'It is perhaps already listed: '}
        <Link to="/conferences/$slug" params={match} className="link font-semibold">
          {match.name}
        </Link>
        , {dateRange(match.start_date, match.end_date)}, {match.location_name}.{' '}
        <Link
          to={match.can_edit ? '/conferences/$slug/edit' : '/conferences/$slug'}
          params={match}
          className="link"
        >
          {match.can_edit ? 'Edit this conference' : 'Suggest or claim what is missing there'}
        </Link>
      </li>
    ))}
  </ul>
)

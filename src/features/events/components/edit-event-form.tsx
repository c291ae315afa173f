import { zodResolver } from '@hookform/resolvers/zod'
import { isDefinedError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConflictNotice, type Difference } from '#components/layout/conflict-notice.tsx'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import {
  type EditedEvent,
  type EventTyped,
  type EventValues,
  eventEditForm,
} from '../event-editing.schemas.ts'
import type { EventDetail } from '../events.schemas.ts'
import { EventFields } from './event-fields.tsx'

const labels = {
  name: 'Name',
  description: 'Description',
  location_name: 'Location',
  country_name: 'Country',
  start_date: 'Start date',
  end_date: 'End date',
  website: 'Website',
  time_zone: 'Time zone',
} as const

const typed = (event: EditedEvent): EventTyped => ({
  name: event.name,
  description: event.description ?? '',
  location_name: event.location_name,
  country_name: event.country_name,
  start_date: event.start_date,
  end_date: event.end_date,
  website: event.website ?? '',
  time_zone: event.time_zone ?? '',
  updated_at: event.updated_at,
})

/** Where what is typed differs from what somebody else has saved. */
const differences = (mine: EventTyped, theirs: EventTyped): Difference[] =>
  (Object.keys(labels) as (keyof typeof labels)[])
    .map((field) => ({ label: labels[field], mine: mine[field] ?? '', theirs: theirs[field] ?? '' }))
    .filter(({ mine, theirs }) => mine !== theirs)

export function EditEventForm({ event, onSaved }: { event: EventDetail; onSaved: () => void }) {
  const form = useForm<EventTyped, unknown, EventValues>({
    resolver: zodResolver(eventEditForm(event.name)),
    defaultValues: typed(event),
  })
  const forget = useDraft(form, `conference ${event.id}`)
  const [theirs, setTheirs] = useState<EventTyped>()
  const update = useMutation({
    ...api.events.update.mutationOptions(),
    onSuccess: () => {
      forget()
      onSaved()
    },
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'CONFLICT') setTheirs(typed(error.data.now))
    },
    meta: { success: 'Event updated successfully', failure: 'Failed to update event' },
  })
  const save = form.handleSubmit((values) => update.mutate({ ...values, id: event.id }))
  return (
    <form method="post" noValidate onSubmit={save} className="grid grid-cols-1 max-w-3xl gap-6">
      {theirs && (
        <ConflictNotice
          what="conference"
          differences={differences(form.getValues(), theirs)}
          onOverwrite={() => {
            form.setValue('updated_at', theirs.updated_at)
            setTheirs(undefined)
            save()
          }}
          onLoad={() => {
            form.reset(theirs)
            forget()
            setTheirs(undefined)
          }}
        />
      )}
      <EventFields form={form} country={event.country_name} />
      <SignInAgain error={update.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
        <Link
          to="/conferences/$slug"
          params={{ slug: event.slug }}
          onClick={forget}
          className={buttonClass({ look: 'quiet' })}
        >
          Cancel
        </Link>
      </div>
    </form>
  )
}

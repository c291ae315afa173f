import { zodResolver } from '@hookform/resolvers/zod'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { type EventTyped, type EventValues, eventEditForm } from '../event-editing.schemas.ts'
import { EventFields } from './event-fields.tsx'

const schema = eventEditForm()
const blank: EventTyped = {
  name: '',
  description: '',
  location_name: '',
  country_name: '',
  start_date: '',
  end_date: '',
  website: '',
  time_zone: '',
  updated_at: '',
}

export function CreateEventForm({ onCreated }: { onCreated: (event: { id: string }) => void }) {
  const form = useForm<EventTyped, unknown, EventValues>({
    resolver: zodResolver(schema),
    defaultValues: blank,
  })
  const forget = useDraft(form, 'new conference')
  const create = useMutation({
    ...api.events.create.mutationOptions(),
    onSuccess: (made) => {
      forget()
      onCreated(made)
    },
    onError: (error) => {
      if (error instanceof ORPCError && error.code === 'CONFLICT')
        form.setError('name', { message: error.message }, { shouldFocus: true })
    },
    meta: {
      success: 'Event created successfully',
      failure: (message) => `Failed to create event: ${message}`,
    },
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => create.mutate(values))}
      className="grid grid-cols-1 max-w-3xl gap-6"
    >
      <EventFields form={form} />
      <SignInAgain error={create.error} why="You must be logged in to create an event." />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create Event'}
        </Button>
        <Link to="/conferences" onClick={forget} className={buttonClass({ look: 'quiet' })}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

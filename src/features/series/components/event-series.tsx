import { FormStatus } from '#components/forms/form-status.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { joinForm, seriesFields } from '../series.schemas.ts'

/** On the page where a conference is edited: the series that it belongs to. */
export function EventSeries({ event }: { event: EventDetail }) {
  const leave = useAction(api.series.leave, { success: 'Taken out of the series' })
  return (
    <Section anchor="series" title="Series">
      {event.series ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p>
            An edition of{' '}
            <PlainLink to="/series/$slug" params={event.series} className="link font-semibold">
              {event.series.name}
            </PlainLink>
            .
          </p>
          <PlainLink to="/series/$slug/edit" params={event.series} className="link">
            Edit the series
          </PlainLink>
          <Button
            size="small"
            look="quiet"
            disabled={leave.isPending}
            onClick={() => leave.mutate({ event_id: event.id })}
          >
            Take it out of the series
          </Button>
        </div>
      ) : (
        <JoinSeries event={event} />
      )}
    </Section>
  )
}

function JoinSeries({ event }: { event: EventDetail }) {
  const { form, submit, isSaving, status } = useSavedForm({
    schema: joinForm,
    defaultValues: { name: '' },
    draftKey: `series of ${event.id}`,
    save: ({ name }) => api.series.join.call({ event_id: event.id, name }),
    fieldOfError: { NOT_YOURS: 'name' },
    messages: { success: 'Added to the series', failure: (message) => message },
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-4">
      <TextField
        form={form}
        fields={{ name: { ...seriesFields.name, label: 'Which series' } }}
        name="name"
        hint="Without a year. If there is no series of this name yet, this conference begins it."
      />
      <FormStatus {...status} />
      <div>
        <Button type="submit" look="outline" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Add to the series'}
        </Button>
      </div>
    </form>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { useSubmittingSelect } from '#components/forms/use-submitting-select.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { type Selection, SelectionBar, SelectRow, useSelection } from '#components/layout/selection.tsx'
import {
  combineRefusals,
  doneMessage,
  Progress,
  type Refusals,
  SelectedNames,
} from '#components/layout/several-records.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Options } from '#components/ui/options.tsx'
import { DeleteEvent } from '#features/events/components/delete-event.tsx'
import { placeText } from '#features/events/event-text.ts'
import { api } from '#lib/api.ts'
import { dateRange, shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { useActionInParts } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { AdminEvent } from '../admin-events.schemas.ts'
import { type AdminEventsSearch, adminEventsSearch, eventSorts, pageSizes } from '../admin-events.ts'
import { StatusBadge } from './event-row.tsx'

export function AdminEventsFilter({ search }: { search: AdminEventsSearch }) {
  const navigate = useNavigate()
  const order = useSubmittingSelect(search.sort ?? 'newest')
  const size = useSubmittingSelect(search.size ?? '')
  return (
    <form
      action="/admin/events"
      key={`${search.search}${search.sort}${search.size}`}
      className="mb-4 flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const form = Object.fromEntries(new FormData(event.currentTarget))
        navigate({ to: '/admin/events', search: adminEventsSearch(form), resetScroll: false })
      }}
    >
      <TextInput
        type="search"
        name="search"
        aria-label="Search events by name, city or country"
        placeholder="Search events..."
        defaultValue={search.search}
        maxLength={limits.searchTerm}
        className="min-w-0 flex-[1_1_14rem]"
      />
      <Select {...order} name="sort" aria-label="Order">
        <Options labels={eventSorts} />
      </Select>
      <Select {...size} name="size" aria-label="Events on a page">
        <option value="">{limits.adminEventsPerPage} a page</option>
        {pageSizes.map((pageSize) => (
          <option key={pageSize} value={pageSize}>
            {pageSize} a page
          </option>
        ))}
      </Select>
      <Button type="submit" look="outline">
        Search
      </Button>
    </form>
  )
}

export function AdminEventList({ events, isFiltered }: { events: AdminEvent[]; isFiltered: boolean }) {
  const selection = useSelection(events)
  const setButton = (
    <Button type="submit" form="set-field" size="small" look="outline">
      Set a field
    </Button>
  )
  if (events.length === 0)
    return (
      <EmptyState
        action={isFiltered && <ButtonLink to="/admin/events" look="outline" label="Show all events" />}
      >
        No events found. Try adjusting your filters.
      </EmptyState>
    )
  return (
    <>
      <form id="set-field" action="/admin/events/field">
        <noscript>{setButton}</noscript>
      </form>
      <SelectionBar selection={selection}>
        {setButton}
        <MergeSelected events={selection.selected} />
        <DeleteSelected events={selection.selected} />
      </SelectionBar>
      <EventTable events={events} selection={selection} />
    </>
  )
}

/** Two that are one. */
function MergeSelected({ events: [one, other, ...more] }: { events: AdminEvent[] }) {
  if (!one || !other || more.length > 0) return null
  const params = { slug: one.slug, other: other.slug }
  return (
    <ButtonLink
      to="/admin/duplicates/$slug/$other"
      params={params}
      size="small"
      look="outline"
      label="Merge"
    />
  )
}

function DeleteSelected({ events }: { events: AdminEvent[] }) {
  const [isConfirming, setConfirming] = useState(false)
  const conferences = count(events.length, 'conference', 'conferences')
  const remove = useActionInParts(api.events.removeMany, {
    combine: combineRefusals,
    onSettled: () => setConfirming(false),
    success: ({ refused }: Refusals) =>
      doneMessage('Deleted', ['conference', 'conferences'], events, refused),
    failure: 'Failed to delete conferences',
  })
  return (
    <>
      <Button size="small" look="outline" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${conferences}?`}
          action={remove.isPending ? 'Deleting...' : `Delete ${conferences}`}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ ids: events.map(({ id }) => id) })}
          onClose={() => setConfirming(false)}
        >
          <SelectedNames names={events.map(({ name }) => name)} />
          <p>
            This also deletes their programmes, attendee lists and saved schedules. They can be restored for{' '}
            {limits.undoableDays} days. Attendees of upcoming conferences, and people who saved a talk, are
            notified.
          </p>
          <Progress progress={remove.progress} />
        </ConfirmDialog>
      )}
    </>
  )
}

function EventTable({ events, selection }: { events: AdminEvent[]; selection: Selection<AdminEvent> }) {
  return (
    <table className="w-full text-left">
      <thead className="border-b-2 border-ink text-sm text-quiet">
        <tr>
          <td className="w-8" />
          <th scope="col" className="py-1.5 pr-4 font-semibold">
            Name
          </th>
          <th scope="col" className="w-1/4 py-1.5 pr-4 font-semibold max-sm:hidden">
            Location
          </th>
          <th scope="col" className="py-1.5 pr-4 font-semibold max-sm:hidden">
            Date
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventTableRow key={event.id} event={event} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { event: AdminEvent; selection: Selection<AdminEvent> }

function EventTableRow({ event, selection }: RowProps) {
  return (
    <tr className="border-b border-hairline align-top">
      <td className="py-2.5 pr-2">
        <SelectRow selection={selection} row={event} name={event.name} form="set-field" />
      </td>
      <td className="py-2.5 pr-4">
        <Link
          to="/conferences/$slug"
          params={{ slug: event.slug }}
          className="font-semibold hover:text-accent hover:underline"
        >
          {event.name}
        </Link>
        <StatusBadge event={event} />
        <p className="text-[0.9375rem] text-quiet sm:hidden">
          {placeText(event)}
          <br />
          {shortDay(event.start_date)}
        </p>
      </td>
      <td className="py-2.5 pr-4 max-sm:hidden">{placeText(event)}</td>
      <td
        className="py-2.5 pr-4 whitespace-nowrap tabular-nums max-sm:hidden"
        title={dateRange(event.start_date, event.end_date)}
      >
        {shortDay(event.start_date)}
      </td>
      <td className="py-2">
        <div className="flex justify-end gap-2">
          <Link
            to="/conferences/$slug/edit"
            params={{ slug: event.slug }}
            aria-label={`Edit ${event.name}`}
            title="Edit"
            className="icon-button"
          >
            <Icon icon={Pencil} className="size-4" />
          </Link>
          <DeleteEvent event={event} isInList>
            {(openDialog) => (
              <IconButton icon={Trash2} title="Delete" label={`Delete ${event.name}`} onClick={openDialog} />
            )}
          </DeleteEvent>
        </div>
      </td>
    </tr>
  )
}

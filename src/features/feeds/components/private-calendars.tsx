import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import { formatMoment } from '#lib/dates.ts'
import { messageOf } from '#lib/query-client.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { CalendarFeed } from '../calendar-feeds.schemas.ts'
import { CalendarSheet } from './calendar-sheet.tsx'

const kinds = {
  schedule: 'My Schedule',
  attending: "Conferences I'm attending",
} as const

/** The addresses at which calendar programs read what a person attends; each can be revoked. */
export function PrivateCalendars({ site, feeds }: { site: { url: string }; feeds: CalendarFeed[] }) {
  const [revokedFeed, setRevokedFeed] = useState<CalendarFeed>()
  const create = useAction(api.calendarFeeds.create, {
    success: 'Address created',
  })
  const remove = useAction(api.calendarFeeds.remove, {
    onSuccess: () => setRevokedFeed(undefined),
    success: 'Address revoked',
    failure: 'Failed to revoke the address',
  })
  return (
    <div className="max-w-3xl">
      <p className="text-quiet">
        Your calendar app reads these addresses without signing in, and so can anyone who has one.
      </p>
      <ul aria-label="Private calendars">
        {feeds.map((feed) => (
          <CalendarRow key={feed.id} site={site} feed={feed} onRevoke={() => setRevokedFeed(feed)} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {(['schedule', 'attending'] as const).map((kind) => (
          <Button
            key={kind}
            look="outline"
            disabled={create.isPending || feeds.length >= limits.calendarFeeds}
            onClick={() => create.mutate({ kind, name: kinds[kind] })}
          >
            New address for {kind === 'schedule' ? 'My Schedule' : 'my conferences'}
          </Button>
        ))}
      </div>
      {create.error && (
        <p role="alert" className="mt-3 font-semibold text-accent">
          {messageOf(create.error)}
        </p>
      )}
      {revokedFeed && (
        <ConfirmDialog
          title={`Revoke ${revokedFeed.name}`}
          action="Revoke the address"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: revokedFeed.id })}
          onClose={() => setRevokedFeed(undefined)}
        >
          Calendars that use this address will no longer be updated. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}

type RowProps = { site: { url: string }; feed: CalendarFeed; onRevoke: () => void }

const CalendarRow = ({ site, feed, onRevoke }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3">
    <div className="min-w-0">
      <h3 className="text-lg">{feed.name}</h3>
      <p className="text-sm text-quiet">
        {feed.last_read_at
          ? `Last used on ${formatMoment(feed.last_read_at)} UTC`
          : 'Not used by a calendar yet'}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      <CalendarSheet
        site={site}
        title={kinds[feed.kind]}
        path={feed.path}
        size="small"
        note="Only you know this address. Anyone who has it can see the calendar."
      />
      <Button look="quiet" size="small" onClick={onRevoke}>
        Revoke<span className="sr-only"> {feed.name}</span>
      </Button>
    </div>
  </li>
)

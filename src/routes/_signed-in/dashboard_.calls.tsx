import { createFileRoute, Link } from '@tanstack/react-router'
import { Lock } from 'lucide'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { TrackedCalls } from '#features/calls/components/tracked-calls.tsx'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/dashboard_/calls')({
  loader: async ({ context: { load, site } }) => ({
    site,
    tracked: await load(api.callMarks.mine.queryOptions({ input: {}, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'My calls', path: '/dashboard/calls', noIndex: true }),
  component: MyCalls,
})

function MyCalls() {
  const { tracked } = Route.useLoaderData()
  const openCalls = (
    <Link to="/cfp" className={buttonClass({ look: 'outline' })}>
      Open calls
    </Link>
  )
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div>
        <PageTitle action={openCalls}>My calls</PageTitle>
        <p className="mt-2 text-quiet">
          <Icon icon={Lock} className="mr-2 inline size-4" />
          Only you can see this page; not even administrators can.
        </p>
      </div>
      <NextReminder />
      {tracked.length === 0 ? (
        <EmptyState action={openCalls}>
          No calls yet. Mark one as “Interested” and we'll remind you before it closes.
        </EmptyState>
      ) : (
        <TrackedCalls tracked={tracked} />
      )}
      <p className="text-sm text-quiet">
        Included only in{' '}
        <Link to="/account/settings" hash="data" className="link">
          your own data export
        </Link>
        .
      </p>
    </div>
  )
}

function NextReminder() {
  const [next] = Route.useLoaderData()
    .tracked.filter(({ reminder_at }) => reminder_at !== null)
    .toSorted((one, other) => (one.reminder_at! < other.reminder_at! ? -1 : 1))
  return (
    <div className="ruled flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p>
        {next ? (
          <>
            <strong>The next reminder: {longDay(next.reminder_at!.slice(0, 10))}</strong>, about{' '}
            {next.call.event.name}. None comes once you have submitted.
          </>
        ) : (
          "We remind you a week and a day before a call closes, until you've submitted."
        )}
      </p>
      <Link to="/account/mail" className="link py-0.5">
        Switch reminders on or off
      </Link>
    </div>
  )
}

import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { ReportForm } from '#features/reports/components/report-form.tsx'
import { api } from '#lib/api.ts'
import { contactUrl } from '#lib/contact.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/report')({
  staticData: { isUnlisted: true },
  validateSearch: (raw: Record<string, unknown>): { path?: string } => ({ path: oneText(raw.path, 300) }),
  loaderDeps: ({ search: { path } }) => ({ path }),
  loader: async ({ context: { load, site }, deps: { path } }) => {
    if (!path) throw notFound()
    return { site, record: await load(api.reports.subject.queryOptions({ input: { path }, staleTime: 0 })) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, {
      title: 'Report a page',
      description: 'Tell the administrators what is wrong with a page.',
      path: '/report',
      noIndex: true,
    }),
  component: ReportPage,
})

function ReportPage() {
  const { site, record } = Route.useLoaderData()
  const { contact, viewer } = site
  const subject = encodeURIComponent(`Report: ${record.name}`)
  const mailQuery = `?subject=${subject}&body=${encodeURIComponent(`${site.url}${record.path}\n\n`)}`
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Report a page</PageTitle>
      <p>
        You report{' '}
        <Link to={record.path} className="link" dir="auto">
          {record.name}
        </Link>
        .
      </p>
      {viewer ? (
        <ReportForm record={record} />
      ) : (
        <div className="grid max-w-prose justify-items-start gap-4">
          <p>
            {contact
              ? 'Write to the operator of this site, or sign in and report it here.'
              : 'Members report pages here. Please sign in.'}
          </p>
          <p className="flex flex-wrap gap-3">
            {contact && (
              <a href={contactUrl(contact, mailQuery)} className={buttonClass()}>
                Write to the operator
              </a>
            )}
            <ButtonLink
              to="/auth"
              search={{ next: `/report?path=${encodeURIComponent(record.path)}` }}
              look={contact ? 'outline' : 'primary'}
              label="Sign in"
            />
          </p>
        </div>
      )}
    </div>
  )
}

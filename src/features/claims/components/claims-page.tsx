import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { ClaimSearch } from '../claim-search.ts'
import type { ClaimStatus } from '../claims.schemas.ts'

type Props<Claim extends { id: string }> = {
  title: string
  search: ClaimSearch
  totals: Record<ClaimStatus, number>
  /** The processed ones are there only while they are shown. */
  lists: Record<ClaimStatus, { claims: Claim[]; next: string | null } | undefined>
  card: (claim: Claim) => ReactNode
  emptyText: string
}

export function ClaimsPage<Claim extends { id: string }>(props: Props<Claim>) {
  const { title, search, totals, lists, emptyText } = props
  const processed = totals.approved + totals.rejected
  const isEmpty = lists.pending?.claims.length === 0
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle>{title}</PageTitle>
      <Section title={<TitleWithCount n={totals.pending}>Pending Claims</TitleWithCount>}>
        {isEmpty && (
          <EmptyState>
            {processed === 0 && !search.pending ? emptyText : 'No pending claims found.'}
          </EmptyState>
        )}
        <ClaimList {...props} status="pending" />
      </Section>
      {(processed > 0 || search.processed === 'shown') && <ProcessedClaims {...props} />}
    </div>
  )
}

function ProcessedClaims<Claim extends { id: string }>(props: Props<Claim>) {
  const { search, totals, lists } = props
  const isShown = search.processed === 'shown'
  return (
    <Section
      title={<TitleWithCount n={totals.approved + totals.rejected}>Processed Claims</TitleWithCount>}
      aside={
        <ButtonLink
          to="."
          search={{ pending: search.pending, ...(!isShown && { processed: 'shown' }) }}
          resetScroll={false}
          look="outline"
          size="small"
          label={isShown ? 'Hide Processed' : 'Show Processed'}
        />
      }
    >
      {isShown && (
        <div className="stack gap-8">
          {(['approved', 'rejected'] as const).map((status) => (
            <section key={status} aria-labelledby={status}>
              <h3 id={status} className="mb-3 border-b border-hairline pb-1 text-xl">
                <TitleWithCount n={totals[status]}>
                  {status === 'approved' ? 'Approved' : 'Rejected'}
                </TitleWithCount>
              </h3>
              {lists[status]?.claims.length === 0 && !search[status] && (
                <p className="text-quiet">None yet.</p>
              )}
              <ClaimList {...props} status={status} />
            </section>
          ))}
        </div>
      )}
    </Section>
  )
}

type ListProps<Claim extends { id: string }> = Pick<Props<Claim>, 'search' | 'lists' | 'card'> & {
  status: ClaimStatus
}

function ClaimList<Claim extends { id: string }>({ search, lists, card, status }: ListProps<Claim>) {
  const { claims = [], next = null } = lists[status] ?? {}
  return (
    <>
      {claims.length > 0 && (
        <ul>
          {claims.map((claim) => (
            <li key={claim.id} className="border-b border-hairline py-5 first:pt-1">
              {card(claim)}
            </li>
          ))}
        </ul>
      )}
      <ListPages
        of={status}
        back={search[status] !== undefined && { label: 'Newest', search: { ...search, [status]: undefined } }}
        next={next !== null && { label: 'Older', search: { ...search, [status]: next } }}
      />
    </>
  )
}

function TitleWithCount({ children, n }: { children: ReactNode; n: number }) {
  return (
    <>
      {children}{' '}
      <span className="text-base font-semibold text-quiet tabular-nums">{n.toLocaleString('en')}</span>
    </>
  )
}

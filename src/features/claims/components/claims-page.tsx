import type { ReactNode } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import type { loadClaims } from '../load-claims.ts'

type Props = Awaited<ReturnType<typeof loadClaims>> & { title: string; emptyText: string }

const names = { accepted: 'Approved', refused: 'Rejected' }

/** The claims of one kind: those that wait, and on demand those that were decided. */
export function ClaimsPage({ title, emptyText, kind, totals, lists }: Props) {
  const processed = totals.accepted + totals.refused
  const isShown = lists.accepted !== undefined
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>{title}</PageTitle>
      <PostForm name="decision" />
      <Section title={<TitleWithCount n={totals.open}>Pending Claims</TitleWithCount>}>
        <DecisionsOfKind kind={kind} page={lists.open}>
          <EmptyState>{processed === 0 ? emptyText : 'No pending claims found.'}</EmptyState>
        </DecisionsOfKind>
      </Section>
      {(processed > 0 || isShown) && (
        <Section
          title={<TitleWithCount n={processed}>Processed Claims</TitleWithCount>}
          aside={
            <ButtonLink
              to="."
              search={isShown ? {} : { processed: 'shown' }}
              resetScroll={false}
              look="outline"
              size="small"
              label={isShown ? 'Hide Processed' : 'Show Processed'}
            />
          }
        >
          <div className="stack gap-8">
            {(['accepted', 'refused'] as const).map((state) => {
              const page = lists[state]
              return (
                page && (
                  <section key={state} aria-label={names[state]}>
                    <h3 className="mb-3 border-b border-hairline pb-1 text-xl">
                      <TitleWithCount n={totals[state]}>{names[state]}</TitleWithCount>
                    </h3>
                    <DecisionsOfKind kind={kind} state={state} page={page}>
                      <p className="text-quiet">None yet.</p>
                    </DecisionsOfKind>
                  </section>
                )
              )
            })}
          </div>
        </Section>
      )}
    </div>
  )
}

const TitleWithCount = ({ children, n }: { children: ReactNode; n: number }) => (
  <>
    {children}{' '}
    <span className="text-base font-semibold text-quiet tabular-nums">{n.toLocaleString('en')}</span>
  </>
)

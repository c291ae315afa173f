import { Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { count } from '#lib/text.ts'
import type { loadDecisions } from '../decision-search.ts'
import { decisionWords } from '../decision-words.ts'
import { DecisionList } from './decision-list.tsx'

type Props = Awaited<ReturnType<typeof loadDecisions>>

/** What waits for the decision of the viewer. */
export function DecisionsPage({ search: all, page, counts }: Props) {
  const { after, ...filters } = all
  const { kind, state, search } = filters
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Decisions</PageTitle>
      <PostForm name="decision" />
      <KindTabs search={all} counts={counts} />
      <form className="flex flex-wrap gap-3">
        <HiddenFields values={{ kind, state }} />
        <TextInput
          type="search"
          name="search"
          aria-label="Search decisions by name"
          placeholder="Search by name..."
          defaultValue={search}
          className="min-w-0 flex-1 sm:max-w-sm"
        />
        <Button type="submit" look="outline">
          Search
        </Button>
      </form>
      <p className="text-quiet max-md:hidden pointer-coarse:hidden">
        Keys: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>a</kbd> accepts, <kbd>r</kbd> rejects.
      </p>
      {page.decisions.length === 0 ? (
        <EmptyState>{state ? 'Nothing yet.' : 'Nothing waits for a decision.'}</EmptyState>
      ) : (
        <DecisionList decisions={page.decisions} kind={kind} state={state} />
      )}
      <ListPages search={{ ...filters, after }} next={page.next} first="First page" more="More" />
    </div>
  )
}

function KindTabs({ search: { kind, state, search }, counts }: Pick<Props, 'search' | 'counts'>) {
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  return (
    <Tabs label="Kinds">
      {[undefined, ...counts].map((counted) => (
        <li key={counted?.kind ?? 'all'}>
          <Link
            to="."
            search={{ kind: counted?.kind, search }}
            activeOptions={{ exact: true }}
            aria-current={!state && kind === counted?.kind ? 'page' : undefined}
            className="tab"
          >
            {counted
              ? count(counted.n, decisionWords[counted.kind].one, decisionWords[counted.kind].many)
              : `All ${total.toLocaleString('en')}`}
          </Link>
        </li>
      ))}
      {(['refused', 'accepted'] as const).map((decided) => (
        <li key={decided}>
          <Link
            to="."
            search={{ state: decided }}
            aria-current={state === decided ? 'page' : undefined}
            className="tab"
          >
            {decided === 'refused' ? 'Refused' : 'Accepted'}
          </Link>
        </li>
      ))}
    </Tabs>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { NumberedPages } from '#components/layout/numbered-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { Section } from '#components/ui/section.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import { AddTopicForm, ManagedTopics } from '#features/topics/components/admin-topic-list.tsx'
import { ProposeFromNames } from '#features/topics/components/propose-from-names.tsx'
import { SameTopics } from '#features/topics/components/same-topics.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneText, pageNumber } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'

type TopicsSearch = { search?: string; page?: number }

export const Route = createFileRoute('/admin/topics')({
  validateSearch: (raw: Record<string, unknown>): TopicsSearch => ({
    search: oneText(raw.search, limits.topicName),
    page: pageNumber(raw.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const [list, proposals, groups] = await Promise.all([
      load(api.topics.managed.queryOptions({ input: deps })),
      load(api.decisions.list.queryOptions({ input: { kind: 'topic' }, staleTime: 0 })),
      load(api.topics.same.queryOptions({ staleTime: 0 })),
    ])
    const all = proposals.decisions.length > 0 ? await load(api.topics.all.queryOptions()) : []
    return { site, ...list, proposals, groups, topicNames: all.map(({ name }) => name) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Topic Management', path: '/admin/topics', noIndex: true }),
  component: TopicManagement,
})

function TopicManagement() {
  const { topics, page, pages, total, proposals, groups, topicNames } = Route.useLoaderData()
  const search = Route.useSearch()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Topic Management</PageTitle>
      <PostForm name="decision" />
      <Section title="Add a topic">
        <AddTopicForm />
      </Section>
      <Section title="Proposed" aside={<ProposeFromNames />}>
        <datalist id="topic-names">
          {topicNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <DecisionsOfKind kind="topic" page={proposals}>
          <p className="text-quiet">No topics are proposed.</p>
        </DecisionsOfKind>
      </Section>
      {groups.length > 0 && (
        <Section title="Of one subject">
          <SameTopics groups={groups} />
        </Section>
      )}
      <Section title="Topics" aside={<span className="text-quiet">{count(total, 'topic', 'topics')}</span>}>
        <TopicSearch />
        {topics.length === 0 ? (
          <EmptyState
            action={search.search && <ButtonLink to="/admin/topics" look="outline" label="Show all topics" />}
          >
            No topics found.
          </EmptyState>
        ) : (
          <ManagedTopics topics={topics} />
        )}
        <NumberedPages page={page} pages={pages} search={search} />
      </Section>
    </div>
  )
}

function TopicSearch() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <form
      action="/admin/topics"
      key={search.search}
      className="mb-4 flex gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const term = oneText(new FormData(event.currentTarget).get('search'))
        navigate({ search: { search: term }, resetScroll: false })
      }}
    >
      <TextInput
        type="search"
        name="search"
        aria-label="Search topics"
        placeholder="Search topics..."
        defaultValue={search.search}
        maxLength={limits.topicName}
        className="min-w-0 flex-1 sm:max-w-sm"
      />
      <Button type="submit" look="outline">
        Search
      </Button>
    </form>
  )
}

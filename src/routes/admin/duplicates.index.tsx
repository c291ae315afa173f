import { createFileRoute, redirect } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { DuplicatePairs } from '#features/listing/components/duplicate-pairs.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { pageNumber } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'

const perPage = 25

export const Route = createFileRoute('/admin/duplicates/')({
  validateSearch: (raw): { page?: number; slug?: string; other?: string } => ({
    page: pageNumber(raw.page),
    slug: slugIn(raw.slug),
    other: slugIn(raw.other),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps: { page, slug, other } }) => {
    if (slug && other) throw redirect({ to: '/admin/duplicates/$slug/$other', params: { slug, other } })
    return {
      site,
      ...(await load(api.duplicates.list.queryOptions({ input: { page }, staleTime: 0 }))),
    }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Duplicate conferences', path: '/admin/duplicates', noIndex: true }),
  component: Duplicates,
})

/** The last part of an address of a conference, or a slug. */
function slugIn(value: unknown): string | undefined {
  const [path = ''] = String(value ?? '').split(/[?#]/)
  return path.split('/').filter(Boolean).at(-1)?.trim() || undefined
}

function Duplicates() {
  const { pairs, total } = Route.useLoaderData()
  const { page, slug } = Route.useSearch()
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Duplicate conferences</PageTitle>
      <p className="max-w-prose text-quiet">
        {total > 0
          ? `${count(total, 'pair looks', 'pairs look')} like one conference that is listed twice; the surest come first. Changes are compared within a minute.`
          : 'No conferences look alike.'}
      </p>
      {pairs.length > 0 && <DuplicatePairs pairs={pairs} />}
      <ListPages
        search={{ page }}
        cursor="page"
        next={total > (page ?? 1) * perPage ? (page ?? 1) + 1 : null}
        first="First page"
        more="Next page"
      />
      <form action="/admin/duplicates" className="stack gap-3 border-t-2 border-ink pt-5">
        <h2 className="text-xl">Merge two conferences</h2>
        <div className="flex flex-wrap items-end gap-3">
          <FormField label="Address of the conference to keep">
            {(control) => <TextInput required name="slug" defaultValue={slug} {...control} />}
          </FormField>
          <FormField label="Address of the other one">
            {(control) => <TextInput required name="other" {...control} />}
          </FormField>
          <Button type="submit" look="outline">
            Compare
          </Button>
        </div>
      </form>
    </div>
  )
}

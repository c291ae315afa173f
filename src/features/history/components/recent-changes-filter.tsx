import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Options } from '#components/ui/options.tsx'
import { limits } from '#src/limits.ts'
import type { ChangeFilters } from '../history.schemas.ts'
import { kindLabels, meansLabels } from '../history.ts'
import { recentSearch } from '../history-search.ts'

const kinds = Object.fromEntries(
  Object.entries(kindLabels).map(([kind, [, many]]) => [kind, many.charAt(0).toUpperCase() + many.slice(1)]),
)

/** A GET form, which works without script. */
export function RecentChangesFilter({ search }: { search: ChangeFilters }) {
  const navigate = useNavigate()
  return (
    <search>
      <form
        action="/admin/changes"
        key={JSON.stringify(search)}
        className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-6"
        onSubmit={(event) => {
          event.preventDefault()
          const form = Object.fromEntries(new FormData(event.currentTarget))
          navigate({ to: '/admin/changes', search: recentSearch(form), resetScroll: false })
        }}
      >
        <Text name="person" label="Person" max={limits.email} search={search} />
        <Text name="record" label="Record" hint="Name or address" max={limits.url} search={search} />
        <Choice name="kind" label="Kind" all="All records" labels={kinds} search={search} />
        <Choice name="via" label="How" all="All ways" labels={meansLabels} search={search} />
        <Day name="from" label="From" search={search} />
        <Day name="to" label="To" search={search} />
        <p className="flex flex-wrap items-center gap-4 col-span-full">
          <Button type="submit" look="outline">
            Filter
          </Button>
          {Object.values(search).some((value) => value !== undefined) && (
            <Link to="/admin/changes" className="link inline-block min-h-6 py-0.5">
              All changes
            </Link>
          )}
        </p>
      </form>
    </search>
  )
}

type FieldProps = { name: keyof ChangeFilters; label: string; search: ChangeFilters }

const Text = ({ name, label, hint, max, search }: FieldProps & { hint?: string; max: number }) => (
  <FormField label={label}>
    {(control) => (
      <TextInput
        type="search"
        name={name}
        placeholder={hint ?? 'Name, mail or page'}
        defaultValue={search[name]}
        maxLength={max}
        className="min-w-0"
        {...control}
      />
    )}
  </FormField>
)

const Day = ({ name, label, search }: FieldProps) => (
  <FormField label={label}>
    {(control) => (
      <TextInput type="date" name={name} defaultValue={search[name]} className="min-w-0" {...control} />
    )}
  </FormField>
)

type ChoiceProps = FieldProps & { all: string; labels: Record<string, string> }

const Choice = ({ name, label, all, labels, search }: ChoiceProps) => (
  <FormField label={label}>
    {(control) => (
      <Select name={name} defaultValue={search[name] ?? ''} className="min-w-0" {...control}>
        <option value="">{all}</option>
        <Options labels={labels} />
      </Select>
    )}
  </FormField>
)

import { Link, useNavigate } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { type ChangedEvent, type FieldChange, sharedFields } from '../set-field.ts'

type Props = { change: FieldChange; events: ChangedEvent[] }

/** One field of the selected conferences: a GET form that shows what would change, and the button that changes it. */
export function SetField({ change, events }: Props) {
  const { ids, field, value } = change
  const changed = events.filter(({ before, after }) => before !== after)
  return (
    <>
      <form action="/admin/events/field" className="flex flex-wrap items-end gap-3">
        <HiddenFields values={{ ids }} />
        <Select name="field" aria-label="Field" defaultValue={field}>
          {Object.entries(sharedFields).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <TextInput
          name="value"
          aria-label="New value"
          placeholder="Nothing empties the field"
          defaultValue={value}
          maxLength={limits.url}
          className="min-w-0 flex-[1_1_14rem] sm:max-w-sm"
        />
        <Button type="submit" look="outline">
          Preview
        </Button>
      </form>
      <table className="w-full table-fixed text-left">
        <thead className="border-b-2 border-ink text-sm text-quiet">
          <tr>
            <th scope="col">Conference</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ id, name, slug, before, after, refusal }) => (
            <tr key={id} className="border-b border-hairline align-top [&>*]:py-1.5 [&>*]:pr-4">
              <th scope="row" className="font-semibold wrap-anywhere">
                <Link to="/conferences/$slug" params={{ slug }} className="link">
                  {name}
                </Link>
              </th>
              <td className="wrap-anywhere">{before ?? '-'}</td>
              <td className="wrap-anywhere">{refusal ?? (before === after ? 'stays' : (after ?? '-'))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {value !== undefined && <ChangeAll change={{ ...change, value }} changed={changed} />}
    </>
  )
}

function ChangeAll({
  change,
  changed,
}: {
  change: FieldChange & { value: string }
  changed: ChangedEvent[]
}) {
  const navigate = useNavigate()
  const conferences = count(changed.length, 'conference', 'conferences')
  const set = useAction(api.events.setField, {
    success: `Changed ${conferences}`,
    onSuccess: () => navigate({ to: '/admin/events' }),
  })
  const { ids, field = 'location_name', value } = change
  return (
    <div>
      <PostForm name="set-field" values={{ ids: ids.join(' '), field, value }} />
      <Button
        type="submit"
        form="post-set-field"
        disabled={changed.length === 0 || set.isPending}
        onClick={(click) => {
          click.preventDefault()
          set.mutate(change)
        }}
      >
        Change {conferences}
      </Button>
    </div>
  )
}

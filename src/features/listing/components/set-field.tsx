import { Link, useNavigate } from '@tanstack/react-router'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Options } from '#components/ui/options.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { type ChangedEvent, type FieldChange, sharedFields } from '../set-field.ts'

type Props = { change: FieldChange; events: ChangedEvent[] }

/** On a phone the name stands above both values. */
const rowClass = 'max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child]:col-span-2 [&>*]:pr-4'

/** One field of the selected conferences: a GET form that shows what would change, and the button that changes it. */
export function SetField({ change, events }: Props) {
  const { ids, field, value } = change
  const changed = events.filter(({ before, after }) => before !== after)
  return (
    <>
      <form action="/admin/events/field" className="flex flex-wrap items-end gap-3">
        <HiddenFields values={{ ids }} />
        <Select name="field" aria-label="Field" defaultValue={field}>
          <Options labels={sharedFields} />
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
          <tr className={rowClass}>
            <th scope="col">Conference</th>
            <th scope="col">Now</th>
            <th scope="col">{value !== undefined && 'Then'}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ id, name, slug, before, after, refusal }) => (
            <tr key={id} className={`${rowClass} border-b border-hairline py-1.5 align-top sm:[&>*]:py-1.5`}>
              <th scope="row" className="font-semibold wrap-anywhere">
                <Link to="/conferences/$slug" params={{ slug }} className="link">
                  {name}
                </Link>
              </th>
              <td className="wrap-anywhere">{before ?? '-'}</td>
              <td className="wrap-anywhere">
                {refusal ?? (value !== undefined && (before === after ? 'stays' : (after ?? '-')))}
              </td>
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
      <ActionButton
        form="set-field"
        disabled={changed.length === 0 || set.isPending}
        onPress={() => set.mutate(change)}
      >
        Change {conferences}
      </ActionButton>
    </div>
  )
}

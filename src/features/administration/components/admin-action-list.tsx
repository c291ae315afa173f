import { Link } from '@tanstack/react-router'
import { Moment } from '#components/layout/moment.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { adminActions, type RecordedAction } from '../admin-actions.schemas.ts'

export function AdminActionList({ actions }: { actions: RecordedAction[] }) {
  return (
    <ol>
      {actions.map((action) => (
        <li key={action.id} className="border-b border-hairline py-2.5 first:pt-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
            <p className="min-w-0 flex-[1_1_18rem]">
              <PersonLink
                person={action.admin}
                unnamed="Unknown admin"
                missing={action.is_command ? 'Command line' : 'Unknown admin'}
              />{' '}
              {adminActions[action.action]} <Subject action={action} />
            </p>
            <span className="text-sm text-quiet">
              <Moment at={action.created_at} />
            </span>
          </div>
          <Difference action={action} />
          {action.set_id !== null && (
            <Link
              to="/admin/changes"
              search={{ change: action.set_id }}
              className="link inline-block min-h-6 py-0.5 text-[0.9375rem]"
            >
              What changed
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function Subject({ action: { subject, path } }: { action: RecordedAction }) {
  if (!path) return <strong>{subject}</strong>
  return (
    // `href` overrides `to`: the path comes from the data.
    <Link to="/" href={path} preload={false} className="link font-semibold">
      {subject}
    </Link>
  )
}

function Difference({ action: { before, after } }: { action: RecordedAction }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <details className="mt-1 text-[0.9375rem]">
      <summary className="w-fit text-quiet hover:text-accent">Before and after</summary>
      <table className="mt-2 w-full table-fixed border-collapse text-left">
        <thead>
          <tr className="border-b border-ink">
            <th className="w-1/4 py-1 pr-4 font-semibold">Field</th>
            <th className="py-1 pr-4 font-semibold">Before</th>
            <th className="py-1 font-semibold">After</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-b border-hairline align-top last:border-b-0">
              <th scope="row" className="py-1 pr-4 font-normal text-quiet">
                {name.replaceAll('_', ' ')}
              </th>
              <td className="py-1 pr-4 whitespace-pre-line">
                <Value field={name} of={before?.[name]} />
              </td>
              <td className="py-1 whitespace-pre-line">
                <Value field={name} of={after?.[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function Value({ of: value, field }: { of: unknown; field: string }) {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (!/^(owner|user)$/.test(field) || !isId.test(value)) return value
  return (
    <Link to="/u/$id" params={{ id: value }} className="link">
      {value}
    </Link>
  )
}

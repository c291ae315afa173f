import { PlainLink } from '#components/layout/plain-link.tsx'
import { dateRange } from '#lib/dates.ts'
import type { ChangedField, Evidence } from '../decisions.schemas.ts'

type Fact = Pick<Evidence, 'start_date' | 'end_date' | 'place' | 'text'>

const daysOf = ({ start_date, end_date }: Fact) =>
  start_date ? dateRange(start_date, end_date ?? start_date) : undefined

/** What is known of it; what differs from `other` is marked. */
function FactLine({ fact, other }: { fact: Fact; other?: Fact }) {
  const parts = [
    [daysOf(fact), other && daysOf(other)],
    [fact.place, other?.place],
    [fact.text, undefined],
  ]
  return parts
    .filter(([part]) => part)
    .map(([part, otherPart], index) => (
      <span key={part}>
        {index > 0 && ' · '}
        {otherPart && otherPart !== part ? <mark>{part}</mark> : part}
      </span>
    ))
}

const valueText = (value: string | null) => value ?? '(none)'

/** What would change. In a decision with this `id` each field that can be is accepted alone; what was changed since is not chosen. */
export const ChangedFields = ({ changes, id }: { changes: ChangedField[]; id?: string }) =>
  changes.map(({ field, label, before, origin, now, after }) => {
    const isConflict = now !== undefined
    const text = (
      <span className="min-w-0 whitespace-pre-line">
        {label}: {valueText(before)}
        {origin && ` (from ${origin})`} → <strong>{valueText(after)}</strong>
        {isConflict && <span className="block font-semibold">Changed since then to: {valueText(now)}</span>}
      </span>
    )
    if (!id || !field) return <p key={label}>{text}</p>
    return (
      <label key={field} className="flex items-start gap-2 py-1">
        <input
          type="checkbox"
          form="post-decision"
          name={`field ${id} ${field}`}
          defaultChecked={!isConflict}
          className="mt-1 size-4.5 shrink-0 accent-accent"
        />
        {text}
      </label>
    )
  })

export function EvidenceOf({ id, evidence }: { id: string; evidence: Evidence }) {
  const { url, words, note, warning, changes, records } = evidence
  return (
    <div className="grid gap-1 text-[0.9375rem]">
      <p className="line-clamp-2 text-quiet empty:hidden">
        <FactLine fact={evidence} />
      </p>
      {url && (
        <a href={url} rel="noopener nofollow" className="link w-fit">
          {url}
        </a>
      )}
      {[words, note].map(
        (text) =>
          text && (
            <blockquote
              key={text}
              className="max-w-prose border-l-4 border-edge pl-4 whitespace-pre-line"
              dir="auto"
            >
              {text}
            </blockquote>
          ),
      )}
      {changes && <ChangedFields changes={changes} id={id} />}
      {records && (
        <ul>
          {records.map((record) => (
            <li key={record.path}>
              <PlainLink to={record.path} dir="auto" className="link">
                {record.name}
              </PlainLink>{' '}
              <span className="text-quiet">
                <FactLine fact={record} other={evidence} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {warning && <p className="font-semibold">{warning}</p>}
    </div>
  )
}

import { PlainLink } from '#components/layout/plain-link.tsx'
import { talkLink } from '#features/programme/talk-link.ts'
import { count } from '#lib/text.ts'
import type { ChangedField, ChangedTalks } from '../history.schemas.ts'
import { markedWords, type Run } from '../marked-words.ts'

/** Field by field, with the words marked that differ. */
export const ChangedFields = ({ fields }: { fields: ChangedField[] }) => (
  <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(7rem,12rem)_minmax(0,1fr)]">
    {fields.map((field, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name, and none moves.
      <Field key={nth} {...field} />
    ))}
  </dl>
)

function Field({ name, before, after }: ChangedField) {
  const words = before !== null && after !== null ? markedWords(before, after) : undefined
  return (
    <div className="contents">
      <dt className="text-quiet">{name}</dt>
      <dd className="grid min-w-0 gap-1.5 wrap-anywhere whitespace-pre-line max-sm:ps-3">
        {before !== null && (
          <del className="block no-underline" dir="auto">
            <span className="sr-only">Before: </span>
            <Words runs={words?.before ?? [{ text: before, isMarked: true }]} className={removedClass} />
          </del>
        )}
        {after !== null && (
          <ins className="block no-underline" dir="auto">
            <span className="sr-only">After: </span>
            <Words runs={words?.after ?? [{ text: after, isMarked: true }]} className={addedClass} />
          </ins>
        )}
      </dd>
    </div>
  )
}

const removedClass = 'bg-tint-2 text-ink line-through'
const addedClass = 'bg-tint-3 font-semibold text-ink'

const Words = ({ runs, className }: { runs: Run[]; className: string }) =>
  runs.map(({ text, isMarked }, nth) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs never move.
      <mark key={nth} className={className}>
        {text}
      </mark>
    ) : (
      text
    ),
  )

const actionWords = { added: 'added', changed: 'changed', removed: 'removed' } as const

/** How many talks of a conference changed, and the first of them. */
export function ChangedTalksList({ talks, slug }: { talks: ChangedTalks; slug: string }) {
  const counts = (['added', 'changed', 'removed'] as const)
    .filter((action) => talks[action] > 0)
    .map((action) => `${count(talks[action], 'talk', 'talks')} ${actionWords[action]}`)
  const rest = talks.added + talks.changed + talks.removed - talks.first.length
  return (
    <div>
      <p className="font-semibold">{counts.join(', ')}</p>
      <ul className="list-disc ps-5">
        {talks.first.map(({ title, number, action }) => (
          <li key={`${number} ${title}`} className="wrap-anywhere">
            {number === null ? (
              title
            ) : (
              <PlainLink {...talkLink(slug, number)} className="link" dir="auto">
                {title}
              </PlainLink>
            )}
            <span className="text-quiet"> · {actionWords[action]}</span>
          </li>
        ))}
        {rest > 0 && <li className="text-quiet">and {rest.toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}

import { ActionButton } from '#components/forms/post-form.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { formatMoment } from '#lib/dates.ts'
import type { RecordChange } from '../history.schemas.ts'
import { verbs } from '../history.ts'
import { ChangedFields, ChangedTalksList } from './changed-fields.tsx'
import type { Question } from './undo-dialog.tsx'

type Props = {
  change: RecordChange
  /** The path of a conference, whose talks are linked. */
  slug: string
  canReturn: boolean
  /** What the chosen versions are, for the two choices. */
  chosen: { from?: number; to?: number }
  hasChoices: boolean
  isPending: boolean
  onAsk: (question: Question) => void
}

/** One change: who, when, how, what, and what can be done about it. */
export function ChangeEntry({ change, slug, canReturn, chosen, hasChoices, isPending, onAsk }: Props) {
  const { id, at, by, via, undone_by, undoes, can_undo, fields, talks } = change
  const when = formatMoment(at)
  const button = { name: 'change_id', value: id, size: 'small', look: 'outline', isPending } as const
  return (
    <li id={`change-${id}`} className="stack gap-3 border-b border-hairline py-4 first:pt-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          {via === 'site' && !by ? null : (
            <>
              <PersonLink person={by} missing="A former member" />{' '}
            </>
          )}
          {verbs[via]} ·{' '}
          <span className="text-quiet">
            <Moment at={at} />
          </span>
        </p>
        {undone_by !== null && <Badge look="strong">Undone</Badge>}
        {undoes !== null && (
          <a href={`#change-${undoes}`} className="link text-sm">
            Which one
          </a>
        )}
      </div>
      <ChangedFields fields={fields} />
      {talks && <ChangedTalksList {...{ talks, slug }} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasChoices && <Choices {...{ id, when, chosen }} />}
        {can_undo && undone_by === null && (
          <ActionButton form="undo-change" {...button} onPress={() => onAsk({ change, what: 'undo' })}>
            Undo this change<span className="sr-only"> of {when}</span>
          </ActionButton>
        )}
        {canReturn && (
          <ActionButton
            form="return-to-version"
            {...button}
            onPress={() => onAsk({ change, what: 'return' })}
          >
            Return to this version<span className="sr-only"> of {when}</span>
          </ActionButton>
        )}
      </div>
    </li>
  )
}

const Choices = ({ id, when, chosen }: { id: number; when: string; chosen: Props['chosen'] }) => (
  <fieldset className="flex flex-wrap items-center gap-x-3 text-sm">
    <legend className="sr-only">Compare the version of {when}</legend>
    {(['from', 'to'] as const).map((name) => (
      <label key={name} className="flex min-h-7 items-center gap-1.5 pointer-coarse:min-h-9">
        <input
          type="radio"
          form="compare-versions"
          name={name}
          value={id}
          defaultChecked={chosen[name] === id}
        />
        {name === 'from' ? 'Older' : 'Newer'}
      </label>
    ))}
  </fieldset>
)

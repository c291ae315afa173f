import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { MemberUndo } from '../history.schemas.ts'
import { KeptList } from './undo-dialog.tsx'

const times = { 1: 'The last day', 7: 'The last 7 days', 30: 'The last 30 days', 730: 'The last two years' }

const sinceOf = (days: string) => new Date(Date.now() - Number(days) * 86_400_000).toISOString()

/** For administrators: what a member changed is undone in one action, after a look at what that would do. */
export function UndoMemberChanges({ member }: { member: { id: string } }) {
  const [days, setDays] = useState('1')
  const [plan, setPlan] = useState<MemberUndo & { since: string }>()
  const preview = useAction(api.history.undoMember, {})
  const undo = useAction(api.history.undoMember, {
    onSuccess: () => setPlan(undefined),
    success: ({ changes }) => `${count(changes, 'change', 'changes')} undone`,
  })
  const input = { user_id: member.id }
  const lookAhead = () => {
    const since = sinceOf(days)
    const onSuccess = (result: MemberUndo) => setPlan({ ...result, since })
    preview.mutate({ ...input, since, is_preview: true }, { onSuccess })
  }
  return (
    <Section
      title="Undo their changes"
      aside={
        <Link to="/admin/changes" search={{ person: member.id }} className="link">
          All their changes
        </Link>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <FormField label="Changes of">
          {(control) => (
            <Select
              value={days}
              onChange={(event) => {
                setDays(event.currentTarget.value)
                setPlan(undefined)
              }}
              {...control}
            >
              {Object.entries(times).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <Button look="outline" disabled={preview.isPending} onClick={lookAhead}>
          {preview.isPending ? 'Looking...' : 'See what that would undo'}
        </Button>
      </div>
      <div role="status" className="mt-4">
        {plan && <Plan plan={plan} />}
      </div>
      {plan && plan.changes > 0 && (
        <Button
          look="danger"
          className="mt-4"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ ...input, since: plan.since })}
        >
          {undo.isPending ? 'Undoing...' : `Undo ${count(plan.changes, 'change', 'changes')}`}
        </Button>
      )}
    </Section>
  )
}

function Plan({ plan: { changes, records, names, kept } }: { plan: MemberUndo }) {
  if (changes === 0) return <p>Nothing to undo.</p>
  return (
    <>
      <p className="wrap-anywhere">
        {count(changes, 'change', 'changes')} of {count(records, 'record', 'records')}: {names.join(', ')}
        {records > names.length && ' and others'}.
      </p>
      {kept.length > 0 && (
        <>
          <p className="mt-2 font-semibold">This would stay, because it was changed since or is in use:</p>
          <KeptList kept={kept} />
        </>
      )}
    </>
  )
}

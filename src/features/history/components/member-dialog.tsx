import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { PostForm } from '#components/forms/post-form.tsx'
import { useSubmittingSelect } from '#components/forms/use-submitting-select.ts'
import { Moment } from '#components/layout/moment.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Options } from '#components/ui/options.tsx'
import type { MemberForAdmins } from '#features/administration/members.schemas.ts'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { UndoPreview } from '../history.schemas.ts'
import { scopeOf, undoTimes } from '../history.ts'
import { type MemberAct, memberSearch } from '../history-search.ts'
import { KeptList } from './undo-dialog.tsx'

const people = (n: number) => count(n, 'person', 'people')

/** What was wrong with a form of the dialog that was sent without script. */
export const MemberForms = () =>
  ['suspend-member', 'restore-member', 'undo-member'].map((name) => <PostForm key={name} name={name} />)

type Props = { member: MemberForAdmins; act: MemberAct; days?: number; plan: UndoPreview }

/** For administrators: suspends or restores a member, and undoes what they changed, after a look at what that would do. */
export function MemberDialog({ member, act, days, plan }: Props) {
  const navigate = useNavigate()
  const close = () => navigate({ to: '/admin/users/$id', params: member, resetScroll: false })
  const [hasUndo, setHasUndo] = useState(act === 'undo')
  const { perform, isPending } = useMemberAct(member, act, close)
  const { title, verb, form, look } = wordsOf(member, act)
  const undoes = hasUndo && plan.changes > 0
  const undoing = `undo ${count(plan.changes, 'change', 'changes')}`
  const label = act === 'undo' ? undoing.replace('undo', 'Undo') : undoes ? `${verb} and ${undoing}` : verb
  return (
    <Dialog title={title} onClose={close}>
      <Consequences {...{ member, act }} />
      <SinceForm {...{ act, days, plan }} />
      <form
        method="post"
        action={`/admin/users/${member.id}`}
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault()
          perform(undoes ? plan.since! : undefined)
        }}
      >
        <FormStatus name={form} />
        <HiddenFields values={{ user_id: member.id, act }} />
        {plan.changes > 0 && act !== 'undo' && (
          <label className="flex min-h-9 items-center gap-2 font-semibold">
            <input
              type="checkbox"
              name="undo_since"
              value={plan.since!}
              checked={hasUndo}
              onChange={(event) => setHasUndo(event.currentTarget.checked)}
              className="size-4.5"
            />
            Undo {count(plan.changes, 'change', 'changes')}
          </label>
        )}
        {act === 'undo' && plan.since && <input type="hidden" name="undo_since" value={plan.since} />}
        <Plan plan={plan} />
        <div className="mt-5 flex flex-wrap gap-3">
          {(act !== 'undo' || plan.changes > 0) && (
            <Button type="submit" look={look} disabled={isPending}>
              {isPending ? 'Working...' : label}
            </Button>
          )}
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useMemberAct(member: MemberForAdmins, act: MemberAct, onSettled: () => void) {
  const messageOf = (done: string) => (result: { changes: number }) =>
    [done, result.changes > 0 && `${count(result.changes, 'change', 'changes')} undone`]
      .filter(Boolean)
      .join(', ')
  const options = {
    onSettled,
    failure: (message: string) => ({ title: 'Error', detail: message }),
  }
  const suspend = useAction(api.people.suspend, { ...options, success: messageOf('Suspended') })
  const restore = useAction(api.people.restore, { ...options, success: messageOf('Restored') })
  const undo = useAction(api.history.undoMember, { ...options, success: messageOf('') })
  const user_id = member.id
  return {
    isPending: suspend.isPending || restore.isPending || undo.isPending,
    perform: (undo_since?: string) => {
      if (act === 'restore') restore.mutate({ user_id, undo_since })
      else if (act === 'undo') undo.mutate({ user_id, since: undo_since!, scope: scopeOf(act) })
      else suspend.mutate({ user_id, has_branch: act === 'branch', undo_since })
    },
  }
}

function wordsOf({ full_name, branch, suspended_together }: MemberForAdmins, act: MemberAct) {
  const name = full_name ?? 'this user'
  const suspension = { form: 'suspend-member', look: 'danger' } as const
  return {
    suspend: { ...suspension, title: `Suspend ${name}?`, verb: 'Suspend' },
    branch: {
      ...suspension,
      title: `Suspend ${name} and ${people(branch)} they invited?`,
      verb: `Suspend ${people(branch + 1)}`,
    },
    restore: {
      form: 'restore-member',
      look: 'primary',
      title: suspended_together > 1 ? `Restore ${people(suspended_together)}?` : `Restore ${name}?`,
      verb: 'Restore',
    },
    undo: { form: 'undo-member', look: 'danger', title: `Undo the changes of ${name}?`, verb: 'Undo' },
  }[act] as { form: string; look: 'danger' | 'primary'; title: string; verb: string }
}

function Consequences({ member, act }: Pick<Props, 'member' | 'act'>) {
  if (act === 'undo') return <p>What was changed again since then stays. You can undo this, too.</p>
  if (act === 'restore') return <p>Their profile, conferences, attendance and links are shown again.</p>
  return (
    <>
      <p>
        They lose access immediately, and their profiles, conferences, attendance and links are hidden.
        Nothing is deleted, and you can restore everything at once.
      </p>
      {act === 'branch' && member.branch_admins > 0 && (
        <p className="mt-3">
          {count(member.branch_admins, 'administrator', 'administrators')} among them, and the people they
          invited, will not be suspended.
        </p>
      )}
    </>
  )
}

/** A GET form: how far back an undo goes. */
function SinceForm({ act, days, plan }: Pick<Props, 'act' | 'days' | 'plan'>) {
  const navigate = useNavigate()
  const select = useSubmittingSelect(days ? String(days) : '')
  return (
    <form
      method="get"
      className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-2 border-t border-hairline pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = memberSearch(Object.fromEntries(new FormData(event.currentTarget)))
        navigate({ to: '.', search: chosen, replace: true, resetScroll: false })
      }}
    >
      <input type="hidden" name="act" value={act} />
      <FormField label="Undo everything since">
        {(control) => (
          <Select {...control} {...select} name="days">
            <option value="">The first change of the last days</option>
            <Options labels={undoTimes} />
          </Select>
        )}
      </FormField>
      <noscript>
        <Button type="submit" look="outline">
          See
        </Button>
      </noscript>
      {plan.since && !days && (
        <p className="text-quiet">
          <Moment at={plan.since} />
        </p>
      )}
    </form>
  )
}

function Plan({ plan: { changes, records, names, kept, is_too_many } }: Pick<Props, 'plan'>) {
  if (is_too_many) return <p>Too many changes to undo at once. Choose a shorter time.</p>
  if (changes === 0) return <p className="text-quiet">Nothing that they changed since then holds.</p>
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

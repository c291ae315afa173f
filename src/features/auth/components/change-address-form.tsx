import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { WaitingAddressChange } from '#features/people/people.schemas.ts'
import { callAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { changeAddressForm } from '../auth.schemas.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = { email: string; hasSecondFactor: boolean; waiting: WaitingAddressChange | null }

export function ChangeAddress({ email, hasSecondFactor, waiting }: Props) {
  return (
    <div className="grid max-w-md grid-cols-1 gap-4">
      <p>
        You sign in as <strong>{email}</strong>.
      </p>
      {waiting ? <Waiting email={email} waiting={waiting} /> : <ChangeAddressForm {...{ hasSecondFactor }} />}
    </div>
  )
}

function Waiting({ email, waiting }: { email: string; waiting: WaitingAddressChange }) {
  const withdraw = useAction(api.account.withdrawAddressChange, { success: 'Your address is unchanged' })
  const mailboxes = [
    { address: email, isConfirmed: waiting.is_old_confirmed },
    { address: waiting.new_email, isConfirmed: waiting.is_new_confirmed },
  ]
  return (
    <>
      <div role="status">
        <p>
          It becomes <strong>{waiting.new_email}</strong> once both mailboxes have confirmed it. We have sent
          each an email with a link that works for one day.
        </p>
        <ul className="mt-2 list-disc ps-5">
          {mailboxes.map(({ address, isConfirmed }) => (
            <li key={address}>
              {address}: {isConfirmed ? 'confirmed' : 'not confirmed yet'}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Button look="outline" disabled={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
          Keep my address
        </Button>
      </div>
    </>
  )
}

const blank = { email: '', currentPassword: '', code: '' }

function ChangeAddressForm({ hasSecondFactor }: Pick<Props, 'hasSecondFactor'>) {
  const { form, submit, isPending, status } = useAccountForm({
    name: 'address',
    schema: changeAddressForm,
    defaultValues: blank,
    send: ({ email, currentPassword, code }) =>
      callAccount('change-address', { newEmail: email, password: currentPassword, code }),
    success: 'Please confirm it in both mailboxes',
  })
  const { errors } = form.formState
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <FormField
        label="New email address"
        hint="Both addresses get an email with a link."
        error={errors.email?.message}
      >
        {(control) => (
          <TextInput type="email" autoComplete="email" {...control} {...form.register('email')} />
        )}
      </FormField>
      <PasswordField
        form={form}
        name="currentPassword"
        label="Your password"
        autoComplete="current-password"
      />
      {hasSecondFactor && <CodeField form={form} label="Code of your authenticator app" isNumeric />}
      <FormStatus {...status} />
      <div>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Sending...' : 'Change address'}
        </Button>
      </div>
    </form>
  )
}

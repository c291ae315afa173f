import { useNavigate } from '@tanstack/react-router'
import { FormStatus } from '#components/forms/form-status.tsx'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { limits } from '#src/limits.ts'
import { resetForm } from '../auth.schemas.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = {
  token: string
  next: string | undefined
  isUsable: boolean
}

export function ResetForm({ token, next, isUsable }: Props) {
  const navigate = useNavigate()
  const { form, request, submit, isPending, status } = useAccountForm({
    name: 'reset',
    schema: resetForm,
    defaultValues: { newPassword: '', confirmPassword: '' },
    send: async ({ newPassword }) => {
      await callAccount('reset-password', { newPassword, token })
      // Before the page's data is loaded again: the link is used up then.
      await navigate({ to: '/auth', search: { changed: 'yes', next }, replace: true })
    },
    success: 'Password updated successfully',
    failure: (message) => (message === 'Invalid token' ? oldLink : message),
  })
  const isOldLink = request.error instanceof AccountError && request.error.code === 'INVALID_TOKEN'
  if (!isUsable || isOldLink)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{oldLink}</p>
        <ButtonLink to="/auth" search={{ tab: 'forgot', next }} label="Request a new one" />
      </div>
    )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <PasswordField
        form={form}
        name="newPassword"
        label="New password"
        hint={`At least ${limits.passwordMin} characters.`}
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
      />
      <FormStatus {...status} />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}

const oldLink = 'This link has expired or was already used.'

import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { callAccount } from '#lib/account.ts'
import { changePasswordForm } from '../auth.schemas.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

const wrongPassword = 'Current password is incorrect'
const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: 'At least 6 characters. You will be signed out on all other devices.',
  },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const

/** `email` tells a password keeper which account this is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { form, submit, isPending, status } = useAccountForm({
    name: 'password',
    schema: changePasswordForm,
    defaultValues: blank,
    send: async ({ currentPassword, newPassword }, form) => {
      await callAccount('change-password', { currentPassword, newPassword })
      form.reset(blank)
    },
    success: 'Password updated successfully',
    failure: (message) =>
      message === wrongPassword ? wrongPassword : `Failed to update password: ${message}`,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      {fields.map((field) => (
        <PasswordField key={field.name} form={form} {...field} />
      ))}
      <FormStatus {...status} />
      <div>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Updating...' : 'Update Password'}
        </Button>
      </div>
    </form>
  )
}

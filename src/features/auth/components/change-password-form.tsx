import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { changePasswordForm } from '../auth.schemas.ts'

type Values = z.infer<typeof changePasswordForm>

/** Which field a refusal of the server belongs to. */
const fieldOf: Record<string, keyof Values> = {
  INVALID_PASSWORD: 'currentPassword',
  PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_LONG: 'newPassword',
  PASSWORD_TOO_COMMON: 'newPassword',
}
const wrongPassword = 'Current password is incorrect'

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: 'At least 6 characters. You will be signed out on all other devices.',
  },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const satisfies { name: keyof Values; label: string; autoComplete: string; hint?: string }[]

/** `email` tells a password keeper which account this is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm<Values>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Values) =>
      callAccount('change-password', { currentPassword, newPassword }),
    onSuccess: () => form.reset(),
    onError: (error) => {
      const field = error instanceof AccountError ? fieldOf[error.code] : undefined
      if (field) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
    meta: {
      success: 'Password updated successfully',
      failure: (message) =>
        message === wrongPassword ? wrongPassword : `Failed to update password: ${message}`,
    },
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      className="grid max-w-md gap-4"
    >
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      {fields.map(({ name, label, autoComplete, ...field }) => (
        <FormField
          key={name}
          label={label}
          hint={'hint' in field ? field.hint : undefined}
          error={errors[name]?.message}
        >
          {(control) => (
            <TextInput type="password" autoComplete={autoComplete} {...control} {...form.register(name)} />
          )}
        </FormField>
      ))}
      <div>
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? 'Updating...' : 'Update Password'}
        </Button>
      </div>
    </form>
  )
}

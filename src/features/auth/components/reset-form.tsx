import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { limits } from '#src/limits.ts'
import { resetForm } from '../auth.schemas.ts'

type Values = z.infer<typeof resetForm>

/** A new password, by the link of a mail. */
export function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    resolver: zodResolver(resetForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const reset = useMutation({
    mutationFn: ({ newPassword }: Values) => callAccount('reset-password', { newPassword, token }),
    onSuccess: () => navigate({ to: '/auth', replace: true }),
    onError: (error) => {
      if (error instanceof AccountError && error.code.startsWith('PASSWORD')) {
        form.setError('newPassword', { message: error.message }, { shouldFocus: true })
      }
    },
    meta: { success: 'Password updated successfully', failure: (message) => message },
  })
  const isOldLink = reset.error instanceof AccountError && reset.error.code === 'INVALID_TOKEN'
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => reset.mutate(values))}
      className="grid gap-4"
    >
      {isOldLink && (
        <p role="alert">
          This link has expired or was already used.{' '}
          <Link to="/auth" search={{ tab: 'forgot' }} className="link">
            Request a new one
          </Link>
        </p>
      )}
      <FormField
        label="New password"
        hint={`At least ${limits.passwordMin} characters.`}
        error={errors.newPassword?.message}
      >
        {(control) => (
          <TextInput
            type="password"
            autoComplete="new-password"
            {...control}
            {...form.register('newPassword')}
          />
        )}
      </FormField>
      <FormField label="Confirm new password" error={errors.confirmPassword?.message}>
        {(control) => (
          <TextInput
            type="password"
            autoComplete="new-password"
            {...control}
            {...form.register('confirmPassword')}
          />
        )}
      </FormField>
      <Button type="submit" disabled={reset.isPending}>
        {reset.isPending ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}

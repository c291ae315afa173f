import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { limits } from '#src/limits.ts'
import { registerForm } from '../auth.schemas.ts'

type Values = z.infer<typeof registerForm>

/** Which field a refusal of the server belongs to. */
const fieldOf: Record<string, keyof Values> = {
  INVALID_INVITATION: 'invitationCode',
  INVALID_NAME: 'name',
  INVALID_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
}

export function RegisterForm({
  next,
  validateCode,
}: {
  next: string | undefined
  validateCode: (code: string) => Promise<boolean>
}) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    resolver: zodResolver(registerForm),
    defaultValues: { invitationCode: '', name: '', email: '', password: '' },
  })
  const { errors } = form.formState
  const register = useMutation({
    mutationFn: async (values: Values) => {
      let isValid: boolean
      try {
        isValid = await validateCode(values.invitationCode)
      } catch (error) {
        throw new AccountError(
          error instanceof Error && error.message.startsWith('Too many')
            ? error.message
            : 'Error validating invitation code',
          '',
        )
      }
      if (!isValid) throw new AccountError('Invalid or expired invitation code', 'INVALID_INVITATION')
      await callAccount('sign-up/email', values)
    },
    onSuccess: () => navigate({ to: '/auth', search: { next }, replace: true }),
    onError: (error) => {
      const field = error instanceof AccountError ? fieldOf[error.code] : undefined
      if (field) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
    meta: {
      success: 'Account created successfully! Please check your email to confirm your account.',
      failure: (message) => message,
    },
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => register.mutate(values))}
      className="grid gap-4"
    >
      <FormField
        label="Invitation code"
        hint="Membership is by invitation. Ask a member for a code."
        error={errors.invitationCode?.message}
      >
        {(control) => (
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...control}
            {...form.register('invitationCode')}
          />
        )}
      </FormField>
      <FormField label="Full name" error={errors.name?.message}>
        {(control) => <TextInput autoComplete="name" {...control} {...form.register('name')} />}
      </FormField>
      <FormField label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="username" {...control} {...form.register('email')} />
        )}
      </FormField>
      <FormField
        label="Password"
        hint={`At least ${limits.passwordMin} characters.`}
        error={errors.password?.message}
      >
        {(control) => (
          <TextInput
            type="password"
            autoComplete="new-password"
            {...control}
            {...form.register('password')}
          />
        )}
      </FormField>
      <Button type="submit" disabled={register.isPending}>
        {register.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}

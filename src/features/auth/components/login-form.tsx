import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { loginForm } from '../auth.schemas.ts'

type Values = z.infer<typeof loginForm>

export function LoginForm({ next }: { next: string | undefined }) {
  const form = useForm<Values>({
    resolver: zodResolver(loginForm),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const signIn = useMutation({
    mutationFn: (values: Values) => callAccount('sign-in/email', values),
    meta: { success: 'Signed in successfully!', failure: (message) => message },
  })
  const isUnconfirmed = signIn.error instanceof AccountError && signIn.error.code === 'EMAIL_NOT_VERIFIED'
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => signIn.mutate(values))}
      className="grid gap-4"
    >
      <FormField label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="username" {...control} {...form.register('email')} />
        )}
      </FormField>
      <FormField label="Password" error={errors.password?.message}>
        {(control) => (
          <TextInput
            type="password"
            autoComplete="current-password"
            {...control}
            {...form.register('password')}
          />
        )}
      </FormField>
      {isUnconfirmed && (
        <p className="text-quiet">
          Your email is not confirmed yet.{' '}
          <Link to="/auth" search={{ tab: 'confirm', next }} className="link">
            Resend the confirmation email
          </Link>
        </p>
      )}
      <Button type="submit" disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.9375rem]">
        <Link to="/auth" search={{ tab: 'forgot', next }} className="link">
          Forgot your password?
        </Link>
        <Link to="/auth" search={{ tab: 'confirm', next }} className="link">
          Resend the confirmation email
        </Link>
      </p>
    </form>
  )
}

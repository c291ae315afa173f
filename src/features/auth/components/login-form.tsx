import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { loginForm } from '../auth.schemas.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string
  }
}

export function LoginForm({ next }: { next: string | undefined }) {
  const [{ email = '' }] = useState(useLocation().state)
  const navigate = useNavigate()
  const { form, posted, request, submit, isPending, status } = useAccountForm({
    name: 'login',
    schema: loginForm,
    defaultValues: { email, password: '' },
    send: async (values) => {
      const answer = await callAccount<{ twoFactorRedirect?: boolean }>('sign-in/email', values)
      if (answer.twoFactorRedirect) await navigate({ to: '/auth', search: { tab: 'second-factor', next } })
      return answer
    },
    success: ({ twoFactorRedirect }: { twoFactorRedirect?: boolean }) =>
      twoFactorRedirect ? undefined : 'Signed in successfully!',
  })
  const isUnconfirmed = request.error instanceof AccountError && request.error.code === 'EMAIL_NOT_VERIFIED'
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <FormField label="Email" error={form.formState.errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="username" {...control} {...form.register('email')} />
        )}
      </FormField>
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      {posted?.kept && <input type="hidden" name="kept" value={posted.kept} />}
      <FormStatus
        {...status}
        message={
          isUnconfirmed ? (
            <>
              Your email is not confirmed yet.{' '}
              <Link to="/auth" search={{ tab: 'confirm', next }} className="link">
                Resend the confirmation email
              </Link>
            </>
          ) : (
            status.message
          )
        }
      />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.9375rem]">
        <Link to="/auth" search={{ tab: 'forgot', next }} className="link py-0.5">
          Forgot your password?
        </Link>
        <Link to="/auth" search={{ tab: 'confirm', next }} className="link py-0.5">
          Resend the confirmation email
        </Link>
      </p>
    </form>
  )
}

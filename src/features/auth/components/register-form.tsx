import { Link, useNavigate } from '@tanstack/react-router'
import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { AccountError, callAccount } from '#lib/account.ts'
import { limits } from '#src/limits.ts'
import { registerForm } from '../auth.schemas.ts'
import { confirmedPath } from '../auth.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = {
  next: string | undefined
  code: string | undefined
  validateCode: (code: string) => Promise<boolean>
}

export function RegisterForm({ next, code = '', validateCode }: Props) {
  const navigate = useNavigate()
  const { form, submit, isPending, status } = useAccountForm({
    name: 'register',
    schema: registerForm,
    defaultValues: { invitationCode: code, name: '', email: '', password: '' },
    send: async (values) => {
      await checkCode(values.invitationCode, validateCode)
      await callAccount('sign-up/email', { ...values, callbackURL: confirmedPath(next) })
    },
    onSent: ({ email }) =>
      navigate({ to: '/auth', search: { next, sent: 'yes' }, state: { email }, replace: true }),
    success: 'Account created successfully! Please check your email to confirm your account.',
  })
  const { errors } = form.formState
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <FormField
        label="Invitation code"
        hint={<HowToJoin next={next} />}
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
      <PasswordField
        form={form}
        name="password"
        label="Password"
        hint={`At least ${limits.passwordMin} characters.`}
        autoComplete="new-password"
      />
      <FormStatus {...status} />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}

const HowToJoin = ({ next }: Pick<Props, 'next'>) => (
  <>
    Membership is by invitation. Ask a member for a code, or{' '}
    <Link to="/auth" search={{ tab: 'request', next }} className="link">
      ask the administrators for one
    </Link>
    .
  </>
)

async function checkCode(code: string, validateCode: Props['validateCode']) {
  const isValid = await validateCode(code).catch((error) => {
    const isRateLimited = error instanceof Error && error.message.startsWith('Too many')
    throw new AccountError(isRateLimited ? error.message : 'Error validating invitation code', '')
  })
  if (!isValid) throw new AccountError('Invalid or expired invitation code', 'INVALID_INVITATION')
}

import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { callAccount } from '#lib/account.ts'
import { emailForm } from '../auth.schemas.ts'
import { confirmedPath } from '../auth.ts'
import { useAccountForm } from './use-account-form.ts'

const kinds = {
  forgot: {
    path: 'request-password-reset',
    linkTo: 'redirectTo',
    intro: 'Enter your email address. We will send you a link to choose a new password.',
    button: 'Send link',
  },
  confirm: {
    path: 'send-verification-email',
    linkTo: 'callbackURL',
    intro: 'Enter your email address. If it is not confirmed yet, we will send you a new link.',
    button: 'Resend the confirmation email',
  },
}

type Props = {
  kind: keyof typeof kinds
  next: string | undefined
  isSent: boolean
}

/** Requests a mail. The message is the same with and without such an account, against account enumeration. */
export function MailForm({ kind, next, isSent }: Props) {
  const { path, linkTo, intro, button } = kinds[kind]
  const { form, request, submit, isPending, status } = useAccountForm({
    name: kind,
    schema: emailForm,
    defaultValues: { email: '' },
    send: (values) => callAccount(path, { ...values, [linkTo]: confirmedPath(next) }),
  })
  if (request.isSuccess || isSent) {
    return (
      <p role="status">
        If {form.getValues('email') || 'this address'} belongs to an account that needs it, an email is on its
        way. Please check your inbox.
      </p>
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-quiet">{intro}</p>
      <FormField label="Email" error={form.formState.errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="username" {...control} {...form.register('email')} />
        )}
      </FormField>
      <FormStatus {...status} />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Sending...' : button}
      </Button>
    </form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { callAccount } from '#lib/account.ts'
import { emailForm } from '../auth.schemas.ts'

type Values = z.infer<typeof emailForm>

const kinds = {
  forgot: {
    path: 'request-password-reset',
    intro: 'Enter your email address. We will send you a link to choose a new password.',
    button: 'Send link',
  },
  confirm: {
    path: 'send-verification-email',
    intro: 'Enter your email address. If it is not confirmed yet, we will send you a new link.',
    button: 'Resend the confirmation email',
  },
}

/** Requests a mail. The message is the same with and without such an account, against account enumeration. */
export function MailForm({ kind }: { kind: keyof typeof kinds }) {
  const { path, intro, button } = kinds[kind]
  const form = useForm<Values>({ resolver: zodResolver(emailForm), defaultValues: { email: '' } })
  const request = useMutation({
    mutationFn: (values: Values) => callAccount(path, values),
    meta: { failure: (message) => message },
  })
  if (request.isSuccess) {
    return (
      <p role="status">
        If {form.getValues('email')} belongs to an account that needs it, an email is on its way. Please check
        your inbox.
      </p>
    )
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => request.mutate(values))}
      className="grid gap-4"
    >
      <p className="text-quiet">{intro}</p>
      <FormField label="Email" error={form.formState.errors.email?.message}>
        {(control) => (
          <TextInput type="email" autoComplete="username" {...control} {...form.register('email')} />
        )}
      </FormField>
      <Button type="submit" disabled={request.isPending}>
        {request.isPending ? 'Sending...' : button}
      </Button>
    </form>
  )
}

import { Link } from '@tanstack/react-router'
import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { callAccount } from '#lib/account.ts'
import { codeForm } from '../auth.schemas.ts'
import { CodeField } from './code-field.tsx'
import { useAccountForm } from './use-account-form.ts'

const kinds = {
  'second-factor': {
    endpoint: 'two-factor/verify-totp',
    intro: 'Open your authenticator app and enter the code that it shows for this site.',
    label: 'Code',
    other: { tab: 'recovery-code', label: 'Use a recovery code' },
  },
  'recovery-code': {
    endpoint: 'two-factor/verify-backup-code',
    intro: 'Enter one of the recovery codes that you saved when you turned on two-factor authentication.',
    label: 'Recovery code',
    other: { tab: 'second-factor', label: 'Use the authenticator app' },
  },
} as const

export function SecondFactorForm({ kind, next }: { kind: keyof typeof kinds; next: string | undefined }) {
  const { endpoint, intro, label, other } = kinds[kind]
  const { form, posted, submit, isPending, status } = useAccountForm({
    name: kind,
    schema: codeForm,
    defaultValues: { code: '' },
    send: (values) => callAccount(endpoint, values),
    success: 'Signed in successfully!',
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className="text-quiet">{intro}</p>
      <CodeField form={form} label={label} isNumeric={kind === 'second-factor'} />
      {posted?.kept && <input type="hidden" name="kept" value={posted.kept} />}
      <FormStatus {...status} />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.9375rem]">
        <Link to="/auth" search={{ tab: other.tab, next }} className="link py-0.5">
          {other.label}
        </Link>
        <Link to="/auth" search={{ next }} className="link py-0.5">
          Start again
        </Link>
      </p>
    </form>
  )
}

import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { CopyField } from '#components/layout/copy-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { callAccount } from '#lib/account.ts'
import { codeForm, passwordForm } from '../auth.schemas.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAccountForm } from './use-account-form.ts'

type Setup = { totpURI: string; qrCode: string; backupCodes: string[] }

/** The second factor in the account settings. `isRequired`: this administrator needs it. */
export function TwoFactor({ isOn, isRequired }: { isOn: boolean; isRequired: boolean }) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (isOn) return <TurnedOn onNewCodes={setCodes} />
  return (
    <div className="grid max-w-md grid-cols-1 gap-4">
      {isRequired && (
        <p role="status" className="border-s-4 border-accent bg-wash px-4 py-2.5">
          Administrators of this site need two-factor authentication. Until you turn it on, you can do what
          every member can.
        </p>
      )}
      {setup ? (
        <Confirm
          setup={setup}
          onConfirmed={() => {
            setCodes(setup.backupCodes)
            setSetup(undefined)
          }}
        />
      ) : (
        <>
          <p className="text-quiet">
            You then sign in with your password and a code from an authenticator app on your phone. Your
            password alone is not enough.
          </p>
          <PasswordForm
            name="two-factor"
            endpoint="two-factor/enable"
            button="Turn on"
            onSent={(answer: Setup) => setSetup(answer)}
          />
        </>
      )}
    </div>
  )
}

function Confirm({ setup, onConfirmed }: { setup: Setup; onConfirmed: () => void }) {
  const { form, submit, isPending, status } = useAccountForm({
    name: 'confirm two-factor',
    schema: codeForm,
    defaultValues: { code: '' },
    send: (values) => callAccount('two-factor/verify-totp', values),
    onSent: onConfirmed,
    success: 'Two-factor authentication is on',
  })
  const key = new URL(setup.totpURI).searchParams.get('secret') ?? ''
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p>Scan this with your authenticator app, then enter the code that the app shows.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`}
        alt="QR code with the key below"
        width={208}
        height={208}
        className="rounded bg-white p-2"
      />
      <div>
        <label htmlFor="two-factor-key" className="font-semibold">
          Or enter this key in the app
        </label>
        <CopyField id="two-factor-key" value={key} what="Key" />
      </div>
      <CodeField form={form} label="Code" isNumeric />
      <FormStatus {...status} />
      <div>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Checking...' : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}

function TurnedOn({ onNewCodes }: { onNewCodes: (codes: string[]) => void }) {
  const [dialog, setDialog] = useState<'codes' | 'off'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <p className="mb-4 max-w-prose">
        <strong>Two-factor authentication is on.</strong> You sign in with your password and a code from your
        authenticator app or one of your recovery codes.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => setDialog('codes')}>
          New recovery codes
        </Button>
        <Button look="outline" onClick={() => setDialog('off')}>
          Turn off
        </Button>
      </div>
      {dialog === 'codes' && (
        <Dialog title="New recovery codes" onClose={close}>
          <p className="mb-4">Your current codes will stop working.</p>
          <PasswordForm
            name="recovery codes"
            endpoint="two-factor/generate-backup-codes"
            button="Create new codes"
            onSent={({ backupCodes }: Pick<Setup, 'backupCodes'>) => onNewCodes(backupCodes)}
          />
        </Dialog>
      )}
      {dialog === 'off' && (
        <Dialog title="Turn off two-factor authentication?" onClose={close}>
          <p className="mb-4">Your password alone will be enough to sign in.</p>
          <PasswordForm
            name="turn off two-factor"
            endpoint="two-factor/disable"
            button="Turn off"
            success="Two-factor authentication is off"
            onSent={close}
          />
        </Dialog>
      )}
    </>
  )
}

type PasswordFormProps<Answer> = {
  name: string
  endpoint: string
  button: string
  success?: string
  onSent: (answer: Answer) => void
}

function PasswordForm<Answer>({ name, endpoint, button, success, onSent }: PasswordFormProps<Answer>) {
  const { form, submit, isPending, status } = useAccountForm({
    name,
    schema: passwordForm,
    defaultValues: { currentPassword: '' },
    send: async ({ currentPassword }) =>
      onSent(await callAccount<Answer>(endpoint, { password: currentPassword })),
    success,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <PasswordField
        form={form}
        name="currentPassword"
        label="Your password"
        autoComplete="current-password"
      />
      <FormStatus {...status} />
      <div>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Checking...' : button}
        </Button>
      </div>
    </form>
  )
}

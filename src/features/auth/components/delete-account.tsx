import { zodResolver } from '@hookform/resolvers/zod'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { deleteAccountForm } from '#features/people/people.schemas.ts'
import { deletionPhrase } from '#features/people/people.ts'
import { callAccount } from '#lib/account.ts'
import { removeOfflineData } from '#lib/offline.ts'
import { messageOf } from '#lib/query-client.ts'
import type { Viewer } from '../viewer.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

type Values = z.infer<typeof deleteAccountForm>
type Props = {
  viewer: Viewer
  hasSecondFactor: boolean
  /** Whether the session began so long ago that the password is asked for, too. */
  isSessionOld: boolean
  remove: (values: Values) => Promise<void>
}

export function DeleteAccount(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="mb-4 max-w-prose">
        Deleting your account cannot be undone. Your conferences stay, without an owner. Your speaker profile
        becomes anonymous. Your attendance, schedules and claims are deleted.
      </p>
      <Button look="outline" onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      {isOpen && <DeleteAccountDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const fields: Record<string, keyof Values> = {
  PASSWORD_NEEDED: 'password',
  INVALID_PASSWORD: 'password',
  INVALID_CODE: 'code',
}

/** The form that deletes the account, once its `phrase` is typed. */
function useDeletion({ viewer, isSessionOld, remove }: Props, phrase: string) {
  // The session may become old while the page is open.
  const [asksPassword, setAsksPassword] = useState(isSessionOld)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<Values>({
    resolver: zodResolver(
      deleteAccountForm.refine(({ confirmName }) => confirmName.normalize() === phrase.normalize(), {
        path: ['confirmName'],
        message: viewer.name?.trim()
          ? 'Name does not match. Please enter your exact full name.'
          : 'Email does not match. Please enter the email address of your account.',
      }),
    ),
    defaultValues: { confirmName: '', password: '', code: '' },
  })
  const deletion = useMutation({
    mutationFn: async (values: Values) => {
      await remove(values)
      // The session was deleted with the account; this only removes the cookie.
      await callAccount('sign-out').catch(() => {})
      await removeOfflineData()
      // Navigates before the data is reloaded: the account page would fail.
      await queries.invalidateQueries({ refetchType: 'none' })
      await navigate({ to: '/', replace: true })
    },
    onError: (error) => {
      const code = error instanceof ORPCError ? String(error.code) : ''
      if (code === 'PASSWORD_NEEDED') setAsksPassword(true)
      form.setError(fields[code] ?? 'confirmName', { message: messageOf(error) }, { shouldFocus: true })
    },
    meta: { success: 'Account deleted successfully', failure: (message) => message, hasForm: true },
  })
  return { form, deletion, asksPassword }
}

function DeleteAccountDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const phrase = deletionPhrase(props.viewer)
  const phraseLabel = props.viewer.name?.trim() ? 'full name' : 'email'
  const { form, deletion, asksPassword } = useDeletion(props, phrase)
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit((values) => deletion.mutate(values))}
        className="grid gap-4"
      >
        <p>
          This cannot be undone. To confirm, type your {phraseLabel}: <strong>{phrase}</strong>
        </p>
        <FormField label={`Your ${phraseLabel}`} error={form.formState.errors.confirmName?.message}>
          {(control) => (
            <TextInput autoComplete="off" spellCheck={false} {...control} {...form.register('confirmName')} />
          )}
        </FormField>
        {asksPassword && (
          <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
        )}
        {asksPassword && props.hasSecondFactor && (
          <CodeField form={form} label="Code of your authenticator app" isNumeric />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" disabled={deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
          <Button look="outline" onClick={onClose} disabled={deletion.isPending}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

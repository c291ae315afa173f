import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { PostForm } from '#components/forms/post-form.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { CopyField } from '#components/layout/copy-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { AccessToken, AccessTokenLists, NewAccessToken } from '../access-tokens.schemas.ts'

/** The tokens of programs, and a form for another one; also without script. */
export function AccessTokens({ tokens, conferences }: AccessTokenLists) {
  const [revoked, setRevoked] = useState<AccessToken>()
  const remove = useAction(api.accessTokens.remove, {
    onSuccess: () => setRevoked(undefined),
    success: 'Token revoked',
  })
  return (
    <div className="max-w-3xl">
      <p className="text-quiet">
        A program with a token calls <code>/api/v1</code> for you.{' '}
        <a href="/developers" className="link">
          How to use it
        </a>
      </p>
      <PostForm name="revoke-token" />
      <ul>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
        ))}
      </ul>
      <NewToken conferences={conferences} />
      {revoked && (
        <ConfirmDialog
          title={`Revoke ${revoked.name}`}
          action="Revoke the token"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: revoked.id })}
          onClose={() => setRevoked(undefined)}
        >
          Programs that use it are refused.
        </ConfirmDialog>
      )}
    </div>
  )
}

const TokenRow = ({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3">
    <div className="min-w-0">
      <h3 className="text-lg wrap-anywhere">{token.name}</h3>
      <p className="text-sm text-quiet">
        {token.conference ? `Programme of ${token.conference}` : 'Reads as me'} ·{' '}
        {token.is_expired ? 'expired' : 'expires'} on {shortDay(token.expires_at.slice(0, 10))} ·{' '}
        {token.last_used_at ? `last used on ${shortDay(token.last_used_at)}` : 'not used yet'}
      </p>
    </div>
    <Button
      type="submit"
      form="post-revoke-token"
      name="id"
      value={token.id}
      look="quiet"
      size="small"
      onClick={(click) => {
        click.preventDefault()
        onRevoke()
      }}
    >
      Revoke<span className="sr-only"> {token.name}</span>
    </Button>
  </li>
)

function NewToken({ conferences }: Pick<AccessTokenLists, 'conferences'>) {
  const posted = usePostedForm('access-token')
  const create = useAction(api.accessTokens.create, { success: 'Token made', hasForm: true })
  return (
    <form
      id="post-access-token"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const values = Object.fromEntries(new FormData(form)) as NewAccessToken
        create.mutate(values, { onSuccess: () => form.reset() })
      }}
      className="mt-4 grid max-w-md grid-cols-1 gap-4"
    >
      <FormField label="Name of the token" error={posted?.errors?.name}>
        {(control) => <TextInput name="name" required defaultValue={posted?.values.name} {...control} />}
      </FormField>
      <FormField label="What it does">
        {(control) => (
          <Select name="event_id" defaultValue={posted?.values.event_id} {...control}>
            <option value="">Reads as me</option>
            {conferences.map(({ id, name }) => (
              <option key={id} value={id}>
                Programme of {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label="Expires in">
        {(control) => (
          <Select name="days" defaultValue={posted?.values.days ?? '90'} {...control}>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">A year</option>
          </Select>
        )}
      </FormField>
      <FormStatus
        name="access-token"
        error={create.error}
        message={create.error?.message ?? posted?.message}
      />
      {create.data && (
        <div role="status">
          <label htmlFor="new-token" className="font-semibold">
            Your new token, shown only now
          </label>
          <CopyField id="new-token" value={create.data.token} what="Token" />
        </div>
      )}
      <div>
        <Button type="submit" look="outline" disabled={create.isPending}>
          Make a token
        </Button>
      </div>
    </form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { invitationForm } from '../invitations.schemas.ts'

type Typed = z.input<typeof invitationForm>
type Values = z.output<typeof invitationForm>

type Props = {
  today: string
  /** How many more codes may be created; null if unlimited. */
  left: number | null
  create: (values: Values) => Promise<unknown>
  generate: () => Promise<string>
}

const blank = { code: '', expires_at: '' }

export function CreateInvitationForm({ today, left, create, generate }: Props) {
  const form = useForm<Typed, unknown, Values>({
    resolver: zodResolver(
      invitationForm.refine(({ expires_at }) => !expires_at || expires_at >= today, {
        path: ['expires_at'],
        message: 'The last day must be today or later',
      }),
    ),
    defaultValues: blank,
  })
  const { errors } = form.formState
  const clearDraft = useDraft(form, 'invitation')
  const creation = useMutation({
    mutationFn: create,
    onSuccess: () => {
      form.reset(blank)
      clearDraft()
    },
    onError: (error) => {
      const message = messageOf(error)
      if (message.startsWith('This code is taken')) form.setError('code', { message }, { shouldFocus: true })
    },
    meta: {
      success: 'Invitation code created successfully!',
      failure: 'Failed to create invitation code',
    },
  })
  const generation = useMutation({
    mutationFn: generate,
    onSuccess: (code) => form.setValue('code', code, { shouldValidate: true }),
    meta: { failure: 'Failed to generate code' },
  })
  const hasReachedLimit = left === 0
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => creation.mutate(values))}
      className="grid gap-4"
    >
      <p className={hasReachedLimit ? 'font-semibold' : 'text-quiet'}>{limitMessage(left)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          label="Invitation code"
          isOptional
          hint="4 to 20 letters and digits. Leave blank to generate one."
          error={errors.code?.message}
        >
          {(control) => (
            <div className="flex gap-2">
              <TextInput
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                disabled={hasReachedLimit}
                className="w-full min-w-0 uppercase"
                {...control}
                {...form.register('code')}
              />
              <Button
                look="outline"
                disabled={hasReachedLimit || generation.isPending}
                onClick={() => generation.mutate()}
              >
                Generate
              </Button>
            </div>
          )}
        </FormField>
        <FormField
          label="Last day"
          isOptional
          hint="The code is valid until the end of this day (UTC)."
          error={errors.expires_at?.message}
        >
          {(control) => (
            <TextInput type="date" disabled={hasReachedLimit} {...control} {...form.register('expires_at')} />
          )}
        </FormField>
      </div>
      <div>
        <Button type="submit" disabled={hasReachedLimit || creation.isPending}>
          {creation.isPending ? 'Creating...' : 'Create Code'}
        </Button>
      </div>
    </form>
  )
}

function limitMessage(left: number | null): string {
  if (left === null) return 'As an administrator, you can create any number of codes.'
  if (left === 0) return `You have created all of your ${limits.invitationCodes} invitation codes.`
  return `You can create ${left} more of your ${limits.invitationCodes} invitation codes.`
}

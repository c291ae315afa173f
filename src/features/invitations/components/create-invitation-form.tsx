import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { invitationForm } from '../invitations.schemas.ts'

type Typed = z.input<typeof invitationForm>
type Values = z.output<typeof invitationForm>

type Props = {
  today: string
  left: number | null
  limit: number | null
  create: (values: Values) => Promise<unknown>
  generate: () => Promise<string>
}

const blank: Typed = { code: '', expires_at: '' }

function useInvitationForm(today: string, create: Props['create']) {
  return useSavedForm({
    schema: invitationForm.refine(({ expires_at }) => !expires_at || expires_at >= today, {
      path: ['expires_at'],
      message: 'The last day must be today or later',
    }),
    defaultValues: blank,
    draftKey: 'invitation',
    save: async (values, form) => {
      await create(values)
      form.reset(blank, { keepFieldsRef: true })
    },
    fieldOfError: { CONFLICT: 'code' },
    messages: {
      success: 'Invitation code created successfully!',
      failure: 'Failed to create invitation code',
    },
  })
}

export function CreateInvitationForm({ today, left, limit, create, generate }: Props) {
  const { form, submit, isSaving, status } = useInvitationForm(today, create)
  const { errors } = form.formState
  const generation = useMutation({
    mutationFn: generate,
    onSuccess: (code) => form.setValue('code', code, { shouldValidate: true }),
    meta: { failure: 'Failed to generate code', hasForm: true },
  })
  const hasReachedLimit = left === 0
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p className={hasReachedLimit ? 'font-semibold' : 'text-quiet'}>{limitMessage(left, limit)}</p>
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
      <FormStatus {...status} error={status.error ?? generation.error} />
      <div>
        <Button type="submit" disabled={hasReachedLimit || isSaving}>
          {isSaving ? 'Creating...' : 'Create Code'}
        </Button>
      </div>
    </form>
  )
}

function limitMessage(remaining: number | null, limit: number | null): string {
  if (remaining === null) return 'As an administrator, you can create any number of codes.'
  if (remaining === 0) return `You have created all of your ${limit} invitation codes.`
  return `You can create ${remaining} more of your ${limit} invitation codes. One that expires unused is not counted.`
}

import { zodResolver } from '@hookform/resolvers/zod'
import { ORPCError } from '@orpc/client'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Difference } from '#lib/form-fields.ts'
import { useDraft } from './use-draft.ts'

type Options<Values extends FieldValues, Output, Saved> = {
  schema: z.ZodType<Output, Values>
  defaultValues: Values
  /** Under this name what is typed is stored in this tab until it is saved or given up. */
  draftKey: string
  /**
   * Sends the values. `button` is the value of the button that was pressed. What has to follow at once is done here, what
   * may wait until the page has loaded anew in `onSaved`.
   */
  save: (values: Output, form: UseFormReturn<Values, unknown, Output>, button?: string) => Promise<Saved>
  onSaved?: (saved: Saved) => void
  /** The field at which an error that the procedure declares is shown, by the error's code. */
  fieldOfError?: Record<string, Path<Values>>
  /** Where `updated_at` guards against lost updates: reads the newer version out of a CONFLICT, and compares. */
  conflict?: {
    read: (now: unknown) => Values
    differences: (mine: Values, other: Values) => Difference[]
  }
  messages: MutationMeta
}

/** A form that is saved by a procedure: with a draft, errors at their fields, and the choice between two versions. */
export function useSavedForm<Values extends FieldValues, Output, Saved>({
  schema,
  defaultValues,
  draftKey,
  save,
  onSaved,
  fieldOfError = {},
  conflict,
  messages,
}: Options<Values, Output, Saved>) {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const clearDraft = useDraft(form, draftKey)
  const [otherVersion, setOtherVersion] = useState<Values>()
  const mutation = useMutation({
    mutationFn: async ({ values, button }: { values: Output; button?: string }) => {
      const saved = await save(values, form, button)
      clearDraft()
      return saved
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (!(error instanceof ORPCError) || !error.defined) return
      const field = fieldOfError[error.code]
      if (field) form.setError(field, { message: error.message }, { shouldFocus: true })
      if (conflict && error.code === 'CONFLICT') setOtherVersion(conflict.read(error.data.now))
    },
    meta: messages,
  })
  const submit = form.handleSubmit((values, event) => {
    const button = (event?.nativeEvent as SubmitEvent | undefined)?.submitter
    mutation.mutate({ values, button: button?.getAttribute('value') ?? undefined })
  })
  return {
    form,
    submit,
    clearDraft,
    isSaving: mutation.isPending,
    error: mutation.error,
    /** What ConflictNotice needs, once somebody else has saved meanwhile. */
    conflict: otherVersion &&
      conflict && {
        differences: conflict.differences(form.getValues(), otherVersion),
        onOverwrite: () => {
          const version = 'updated_at' as Path<Values>
          form.setValue(version, otherVersion.updated_at as PathValue<Values, Path<Values>>)
          setOtherVersion(undefined)
          submit()
        },
        onLoad: () => {
          form.reset(otherVersion)
          clearDraft()
          setOtherVersion(undefined)
        },
      },
  }
}

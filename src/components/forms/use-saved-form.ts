import { ORPCError } from '@orpc/client'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { type BaseSyntheticEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type Difference, mergeVersions } from '#lib/form-fields.ts'
import { failureText } from '#lib/query-client.ts'
import { toast } from '#lib/toasts.ts'
import { useDraft } from './use-draft.ts'
import { useServedForm } from './use-served-form.ts'

type Options<Values extends FieldValues, Output, Saved> = {
  schema: z.ZodType<Output, Values>
  defaultValues: Values
  /** What it begins with instead, where this tab knows more than the page that the server made. */
  valuesOfTab?: () => Values | undefined
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

type Conflict<Values> = { merged: Values; other: Values; fields: string[] }

/** A form that is saved by a procedure: with a draft, errors at their fields, and two versions put together. */
export function useSavedForm<Values extends FieldValues, Output, Saved>(
  options: Options<Values, Output, Saved>,
) {
  const { schema, defaultValues, valuesOfTab, draftKey, fieldOfError = {}, messages } = options
  const { form, posted } = useServedForm({ name: draftKey, schema, defaultValues })
  // Sent without script: whether it began with the version that is stored now, nobody knows.
  const base = options.conflict && !posted ? defaultValues : undefined
  const draft = useDraft(form, draftKey, { base, isPosted: posted !== undefined, valuesOfTab })
  const [isAtField, setAtField] = useState(false)
  const merging = useMergedSave({ ...options, form, base: draft.base })
  const mutation = useMutation({
    mutationFn: async ({ values, button }: { values: Output; button?: string }) => {
      const saved = await merging.save(values, button)
      draft.clear()
      return saved
    },
    onMutate: () => setAtField(false),
    onSuccess: options.onSaved,
    onError: (error) => {
      const field = error instanceof ORPCError && error.defined && fieldOfError[error.code]
      if (!field) return
      setAtField(true)
      form.setError(field, { message: error.message }, { shouldFocus: true })
    },
    meta: { ...messages, hasForm: true },
  })
  const submit = form.handleSubmit((values, event) => mutation.mutate({ values, button: buttonOf(event) }))
  const hasMessage = mutation.error && !isAtField && !merging.conflict
  return {
    form,
    submit,
    clearDraft: draft.clear,
    /** Gives up what was typed. */
    discardThen: (leave: () => void) => () => {
      draft.clear()
      leave()
    },
    isSaving: mutation.isPending,
    status: {
      name: draftKey,
      error: mutation.error,
      message: hasMessage
        ? failureText(mutation.error, messages.failure)
        : mutation.isIdle
          ? posted?.message
          : undefined,
      onDiscard: draft.isRestored ? draft.discard : undefined,
    },
    conflict: merging.conflict && {
      differences: merging.conflict.differences,
      onOverwrite: () => {
        merging.settle('mine')
        submit()
      },
      onLoad: () => merging.settle('other'),
    },
  }
}

/** The value of the button that was pressed. */
const buttonOf = (event?: BaseSyntheticEvent) =>
  (event?.nativeEvent as SubmitEvent | undefined)?.submitter?.getAttribute('value') ?? undefined

type MergeOptions<Values extends FieldValues, Output, Saved> = Pick<
  Options<Values, Output, Saved>,
  'schema' | 'save' | 'conflict'
> & {
  form: UseFormReturn<Values, unknown, Output>
  base: { current: Values | undefined }
}

/** Saves; where somebody else has saved meanwhile, and changed other fields, both changes. */
function useMergedSave<Values extends FieldValues, Output, Saved>({
  schema,
  save,
  conflict,
  form,
  base,
}: MergeOptions<Values, Output, Saved>) {
  const [versions, setVersions] = useState<Conflict<Values>>()
  const saveMerged = async (values: Output, button?: string): Promise<Saved> => {
    try {
      return await save(values, form, button)
    } catch (error) {
      const now = conflict && error instanceof ORPCError && error.code === 'CONFLICT' && error.data?.now
      if (!now) throw error
      const other = conflict.read(now)
      const { values: merged, conflicts: fields } = mergeVersions(base.current, form.getValues(), other)
      if (fields.length > 0) {
        setVersions({ merged, other, fields })
        throw error
      }
      form.reset(merged, { keepDefaultValues: true })
      base.current = other
      toast('notice', 'Someone else has changed other fields in the meantime. Both changes are kept.')
      return saveMerged(await schema.parseAsync(merged), button)
    }
  }
  const valuesIn = (values: Values, fields: string[]): Partial<Values> =>
    Object.fromEntries(fields.map((name) => [name, values[name]])) as Partial<Values>
  /** Goes on from the other's version, with those of the values in which both differ. */
  const settle = (choice: 'mine' | 'other') => {
    if (!versions) return
    const { merged, other, fields } = versions
    form.reset({ ...merged, ...(choice === 'other' && valuesIn(other, fields)) }, { keepDefaultValues: true })
    base.current = other
    setVersions(undefined)
  }
  const differences =
    versions &&
    conflict?.differences(
      { ...versions.other, ...valuesIn(versions.merged, versions.fields) },
      versions.other,
    )
  return { save: saveMerged, settle, conflict: differences && { differences } }
}

import { useMutation } from '@tanstack/react-query'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useServedForm } from '#components/forms/use-served-form.ts'
import { AccountError } from '#lib/account.ts'
import { failureText } from '#lib/query-client.ts'
import { fieldOfRefusal } from '../auth.ts'

type Options<Values extends FieldValues> = {
  name: string
  schema: z.ZodType<Values, Values>
  defaultValues: Values
  send: (values: Values, form: UseFormReturn<Values, unknown, Values>) => Promise<unknown>
  onSent?: (values: Values) => unknown
  success?: string | ((answer: never) => string | undefined)
  failure?: (message: string) => string
}

/** A form of the account endpoints: it says in a toast and beside itself, or at its field, what became of it. */
export function useAccountForm<Values extends FieldValues>({
  name,
  schema,
  defaultValues,
  send,
  onSent,
  success,
  failure = (message) => message,
}: Options<Values>) {
  const { form, posted } = useServedForm({ name, schema, defaultValues })
  const fieldOf = (error: Error | null) =>
    error instanceof AccountError ? fieldOfRefusal(error.code, defaultValues) : undefined
  const request = useMutation({
    mutationFn: (values: Values) => send(values, form),
    onSuccess: (_, values) => onSent?.(values),
    onError: (error) => {
      const field = fieldOf(error)
      if (field) form.setError(field as Path<Values>, { message: error.message }, { shouldFocus: true })
    },
    meta: { success, failure, hasForm: true },
  })
  const { error } = request
  return {
    form,
    posted,
    request,
    submit: form.handleSubmit((values) => request.mutate(values)),
    isPending: request.isPending,
    status: {
      name,
      error,
      message:
        error && !fieldOf(error) ? failureText(error, failure) : request.isIdle ? posted?.message : undefined,
    },
  }
}

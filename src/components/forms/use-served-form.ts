import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { usePostedForm } from './use-posted-form.ts'

type Options<Values extends FieldValues, Output> = {
  /** Which form it is, among those of its page. */
  name: string
  schema: z.ZodType<Output, Values>
  defaultValues: Values
}

/**
 * `useForm` whose values stand in the server's HTML, so that no form arrives empty. What is typed before the script is
 * there stays (react-hook-form takes a control that differs from its default), and so does what was sent without script.
 */
export function useServedForm<Values extends FieldValues, Output>({
  name,
  schema,
  defaultValues,
}: Options<Values, Output>) {
  const posted = usePostedForm(name)
  const [initial] = useState(() => ({ ...defaultValues, ...typedValues(defaultValues, posted?.values) }))
  const [errors] = useState(() => posted?.errors && fieldErrors<Values>(posted.errors))
  const plainForm = useForm<Values, unknown, Output>({
    resolver: withIncomplete(zodResolver(schema)),
    defaultValues: initial as DefaultValues<Values>,
    ...(errors && { errors }),
  })
  const form = useMemo(() => withDefaults(plainForm), [plainForm])
  // Only now it is known what was typed before: until then nothing is disabled for being blank.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return { form, posted, isReady }
}

/** To a form, a day or a time of which a part is missing, such as AM or PM, is blank: it would be lost without a word. */
const withIncomplete =
  <Values extends FieldValues, Output>(
    resolver: Resolver<Values, unknown, Output>,
  ): Resolver<Values, unknown, Output> =>
  async (values, context, options) => {
    const incomplete = Object.entries(options.fields).filter(
      ([, { ref }]) => 'validity' in ref && ref.validity?.badInput,
    )
    const result = await resolver(values, context, options)
    if (incomplete.length === 0) return result
    const message = 'This field is incomplete. Fill in every part or clear it.'
    const errors = Object.fromEntries(
      incomplete.map(([name, { ref }]) => [name, { type: 'incomplete', message, ref }]),
    )
    return { values: {}, errors: { ...result.errors, ...errors } as FieldErrors<Values> }
  }

/** The fields that the form has, as its values hold them. */
function typedValues<Values extends FieldValues>(defaults: Values, typed: Record<string, string> = {}) {
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => typeof defaults[name] === 'boolean' || isText(defaults[name]))
      .map(([name, value]) => [name, typeof defaults[name] === 'boolean' ? value === 'on' : value]),
  )
}

const isText = (value: unknown) => value === null || typeof value === 'string'

const fieldErrors = <Values extends FieldValues>(messages: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(messages).map(([field, message]) => [field, { type: 'server', message }]),
  ) as FieldErrors<Values>

/** The same form; what it registers has its value in the markup too. */
function withDefaults<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  const register = (name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => {
    const value = form.formState.defaultValues?.[name]
    return {
      ...form.register(name, options),
      ...(typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value ?? '' }),
    }
  }
  return Object.assign(Object.create(form), { register }) as UseFormReturn<Values, unknown, Output>
}

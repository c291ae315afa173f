import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { Select, TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { withScheme } from '#lib/fields.ts'
import type { Field } from '#lib/form-fields.ts'

type Props<Values extends FieldValues, Output, Name extends Path<Values>> = {
  form: UseFormReturn<Values, unknown, Output>
  fields: Record<Name, Field>
  name: Name
  hint?: ReactNode
  /** So many lines; one without it. */
  rows?: number
  onBlur?: RegisterOptions<Values, Name>['onBlur']
} & Pick<
  ComponentProps<'input'>,
  'type' | 'list' | 'placeholder' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>

export function TextField<Values extends FieldValues, Output, Name extends Path<Values>>({
  form,
  fields,
  name,
  hint,
  rows,
  onBlur,
  ...input
}: Props<Values, Output, Name>) {
  const { label, schema } = fields[name]
  const setValueAs = input.type === 'url' ? withScheme : undefined
  const registered = form.register(name, { onBlur, setValueAs })
  const { error } = form.getFieldState(name, form.formState)
  return (
    <FormField label={label} hint={hint} isOptional={schema.isOptional()} error={error?.message}>
      {(control) =>
        rows ? (
          <TextArea rows={rows} {...control} {...registered} />
        ) : (
          <TextInput autoComplete="off" {...input} {...control} {...registered} />
        )
      }
    </FormField>
  )
}

type SelectProps<Values extends FieldValues, Output, Name extends Path<Values>> = Pick<
  Props<Values, Output, Name>,
  'form' | 'fields' | 'name' | 'hint'
> & {
  isOptional?: boolean
  onChange?: RegisterOptions<Values, Name>['onChange']
  /** The options. */
  children: ReactNode
}

export function SelectField<Values extends FieldValues, Output, Name extends Path<Values>>({
  form,
  fields,
  name,
  onChange,
  children,
  ...texts
}: SelectProps<Values, Output, Name>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <FormField label={fields[name].label} error={error?.message} {...texts}>
      {(control) => (
        <Select {...control} {...form.register(name, { onChange })}>
          {children}
        </Select>
      )}
    </FormField>
  )
}

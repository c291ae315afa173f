import type { ReactNode } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { Field } from '#lib/form-fields.ts'

type Props<Values extends FieldValues, Output, Name extends Path<Values>> = {
  form: UseFormReturn<Values, unknown, Output>
  fields: Record<Name, Field>
  name: Name
  hint?: ReactNode
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
}: Props<Values, Output, Name>) {
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

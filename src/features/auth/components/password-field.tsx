import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  name: Path<Values>
  label: string
  autoComplete: string
  hint?: string
}

export function PasswordField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  autoComplete,
}: Props<Values>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <FormField label={label} hint={hint} error={error?.message}>
      {(control) => (
        <TextInput type="password" autoComplete={autoComplete} {...control} {...form.register(name)} />
      )}
    </FormField>
  )
}

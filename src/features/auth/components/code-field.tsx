import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  label: string
  isNumeric: boolean
}

/** A code of an authenticator app, which browsers and password keepers fill in, or a recovery code. */
export function CodeField<Values extends FieldValues & { code?: string }>({
  form,
  label,
  isNumeric,
}: Props<Values>) {
  const name = 'code' as Path<Values>
  return (
    <FormField label={label} error={form.getFieldState(name, form.formState).error?.message}>
      {(control) => (
        <TextInput
          autoComplete={isNumeric ? 'one-time-code' : 'off'}
          inputMode={isNumeric ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          className="max-w-48 font-mono tracking-widest"
          {...control}
          {...form.register(name)}
        />
      )}
    </FormField>
  )
}

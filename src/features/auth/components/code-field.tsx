import type { UseFormReturn } from 'react-hook-form'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'

type Props = { form: UseFormReturn<{ code: string }>; label: string; isNumeric: boolean }

/** A code of an authenticator app, which browsers and password keepers fill in, or a recovery code. */
export const CodeField = ({ form, label, isNumeric }: Props) => (
  <FormField label={label} error={form.formState.errors.code?.message}>
    {(control) => (
      <TextInput
        autoComplete={isNumeric ? 'one-time-code' : 'off'}
        inputMode={isNumeric ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-48 font-mono tracking-widest"
        {...control}
        {...form.register('code')}
      />
    )}
  </FormField>
)

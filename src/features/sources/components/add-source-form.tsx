import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select, TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Options } from '#components/ui/options.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { formats } from '../source-formats.ts'
import { sourceForm } from '../sources.schemas.ts'

const linesOf = (value: FormDataEntryValue | null) =>
  String(value ?? '')
    .split(/\s*\n\s*/)
    .filter(Boolean)

/** What was typed, and what is wrong with it. */
function readSource(form: HTMLFormElement) {
  const values = new FormData(form)
  const topics = linesOf(values.get('topics')).map((line) => line.split(/\s*=\s*/))
  return sourceForm.safeParse({
    ...Object.fromEntries(values),
    addresses: linesOf(values.get('addresses')),
    lists_at_once: values.has('lists_at_once'),
    topic_names: Object.fromEntries(topics.filter((parts) => parts.length === 2)),
  })
}

export function AddSourceForm() {
  const [problem, setProblem] = useState<string>()
  const add = useAction(api.sources.add, {
    onSuccess: () => setProblem(undefined),
    onError: (error) => setProblem(messageOf(error)),
    success: 'Source added',
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl grid-cols-1 gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const { data, error } = readSource(form)
        if (error) setProblem(error.issues[0]!.message)
        else add.mutate(data, { onSuccess: () => form.reset() })
      }}
    >
      <FormField label="Name">
        {(control) => <TextInput {...control} name="name" maxLength={100} />}
      </FormField>
      <FormField
        label="Licence"
        hint="Shown on each conference, such as MIT or CC BY-NC 4.0. Conferences under a licence that forbids to pass them on are left out of exports."
      >
        {(control) => <TextInput {...control} name="licence" maxLength={100} />}
      </FormField>
      <FormField label="Format">
        {(control) => (
          <Select {...control} name="format">
            <Options labels={formats} />
          </Select>
        )}
      </FormField>
      <FormField label="Addresses" hint="One a line; {year} stands for this year and the next. Read daily.">
        {(control) => <TextArea {...control} name="addresses" rows={4} maxLength={100 * limits.url} />}
      </FormField>
      <FormField label="Topics" isOptional hint="One a line: the source's name = the topic here.">
        {(control) => <TextArea {...control} name="topics" rows={4} placeholder="opensource = Open Source" />}
      </FormField>
      <label className="flex items-start gap-3 self-center">
        <input type="checkbox" name="lists_at_once" className="mt-1" />
        List new conferences at once, without asking
      </label>
      {problem && (
        <p role="alert" className="font-semibold text-accent sm:col-span-2">
          {problem}
        </p>
      )}
      <Button type="submit" disabled={add.isPending} className="justify-self-start">
        Add the source
      </Button>
    </form>
  )
}

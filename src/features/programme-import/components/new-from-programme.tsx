import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CountryOptions } from '#components/forms/country-options.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { ReadableFormats } from './import-help.tsx'
import { type ProgrammeInput, ProgrammeSourceForm } from './programme-source-form.tsx'

const labels = { name: 'Name', location_name: 'Location', country_name: 'Country' }
type Missing = keyof typeof labels
type CompleteInput = ProgrammeInput & { [Field in Missing]?: string }

/** Creates a conference from its schedule and continues with the preview of the programme. */
export function NewFromProgramme() {
  const navigate = useNavigate()
  const send = async (input: CompleteInput) => {
    const { slug, sync_id } = await api.programmeSyncs.createEvent.call(input)
    await navigate({ to: '/conferences/$slug/edit/import', params: { slug }, search: { sync: sync_id } })
  }
  return (
    <>
      <Section title="From a schedule" anchor="from-a-schedule" className="scroll-mt-4">
        <p className="mb-5 max-w-prose text-quiet">
          If the programme is already published, its file or URL is enough: it includes the name, dates and
          place. The conference is listed at once, its talks after you have reviewed them.
        </p>
        <ProgrammeSourceForm send={send}>
          {(input, error) =>
            input &&
            error instanceof ORPCError &&
            error.code === 'INCOMPLETE' && <MissingFields input={input} error={error} send={send} />
          }
        </ProgrammeSourceForm>
      </Section>

      <ReadableFormats />
    </>
  )
}

type MissingProps = {
  input: ProgrammeInput
  error: ORPCError<string, unknown>
  send: (input: CompleteInput) => Promise<void>
}

function MissingFields({ input, error, send }: MissingProps) {
  const { missing } = error.data as { missing: Missing[] }
  const saving = useMutation({ mutationFn: send })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        const fields = Object.fromEntries(missing.map((field) => [field, String(values.get(field) ?? '')]))
        if (!saving.isPending) saving.mutate({ ...input, ...fields })
      }}
      className="grid max-w-xl grid-cols-1 gap-4"
    >
      <p role="alert" className="font-semibold">
        {error.message}
      </p>
      {missing.map((field) => (
        <FormField key={field} label={labels[field]}>
          {(control) =>
            field === 'country_name' ? (
              <Select {...control} name={field} required>
                <CountryOptions />
              </Select>
            ) : (
              <TextInput
                {...control}
                name={field}
                required
                maxLength={field === 'name' ? limits.eventName : limits.place}
              />
            )
          }
        </FormField>
      ))}
      {saving.error && (
        <p role="alert" className="text-accent">
          {messageOf(saving.error)}
        </p>
      )}
      <Button type="submit" disabled={saving.isPending} className="justify-self-start">
        Create Event
      </Button>
    </form>
  )
}

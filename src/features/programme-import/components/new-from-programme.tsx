import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CountryOptions } from '#components/forms/country-options.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { onlineName } from '#features/events/events.ts'
import type { ListedMatch } from '#features/events/listed-match.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { focusContent } from '#lib/focus-content.ts'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { ReadableFormats } from './import-help.tsx'
import { type ProgrammeInput, ProgrammeSourceForm } from './programme-source-form.tsx'

const labels = { name: 'Name', location_name: 'Location', country_name: 'Country' }
type Missing = keyof typeof labels
type CompleteInput = ProgrammeInput & { [Field in Missing]?: string } & { is_new?: boolean }

/** Previews a new conference from its schedule, or the programme of the conference that is listed already. */
export function NewFromProgramme() {
  const navigate = useNavigate()
  const send = async (input: CompleteInput) => {
    const { sync_id } = await api.programmeSyncs.createEvent.call(input)
    await navigate({ to: '/conferences/new', search: { sync: sync_id } })
    focusContent()
  }
  return (
    <>
      <Section title="From a schedule" anchor="from-a-schedule" className="scroll-mt-4">
        <p className="mb-5 max-w-prose text-quiet">
          If the programme is already published, its file or URL is enough: it includes the name, dates and
          place. Nothing is public before you have reviewed the programme and imported it.
        </p>
        <ProgrammeSourceForm send={send}>
          {(input, error) => input && <WhatIsNeeded input={input} error={error} send={send} />}
        </ProgrammeSourceForm>
      </Section>

      <ReadableFormats />
    </>
  )
}

type NeededProps = {
  input: CompleteInput
  error: unknown
  send: (input: CompleteInput) => Promise<void>
}

/** What the server needs to know before it previews the programme. */
function WhatIsNeeded({ input, error, send }: NeededProps) {
  if (!(error instanceof ORPCError)) return null
  if (error.code === 'LISTED') return <AlreadyListed input={input} listed={error.data.listed} send={send} />
  return error.code === 'INCOMPLETE' ? <MissingFields input={input} error={error} send={send} /> : null
}

type ListedProps = Omit<NeededProps, 'error'> & { listed: ListedMatch }

/** The conference that the programme is probably of. */
function AlreadyListed({ input: { files, url, ...rest }, listed, send }: ListedProps) {
  const navigate = useNavigate()
  const importing = useMutation({
    mutationFn: () => api.programmeSyncs.preview.call({ event_id: listed.id, files, url }),
    onSuccess: async ({ id }) => {
      await navigate({ to: '/conferences/$slug/edit/import', params: listed, search: { sync: id } })
      focusContent()
    },
  })
  const listing = useMutation({ mutationFn: () => send({ files, url, ...rest, is_new: true }) })
  const isBusy = importing.isPending || listing.isPending
  const error = importing.error ?? listing.error
  return (
    <div role="alert" className="grid max-w-prose justify-items-start gap-3">
      <p>
        It is already listed:{' '}
        <Link to="/conferences/$slug" params={listed} className="link font-semibold">
          {listed.name}
        </Link>
        , {dateRange(listed.start_date, listed.end_date)}, {listed.location_name}.
        {!listed.can_edit && ' Claim it first: once you own it, you can bring the programme into it.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {listed.can_edit ? (
          <Button disabled={isBusy} onClick={() => importing.mutate()}>
            {importing.isPending ? 'Reading the programme...' : 'Bring the programme into it'}
          </Button>
        ) : (
          <Link to="/conferences/$slug" params={listed} className={buttonClass({})}>
            Go to {listed.name} to claim it
          </Link>
        )}
        {(!listed.is_same || listed.can_edit) && (
          <Button look="outline" disabled={isBusy} onClick={() => listing.mutate()}>
            It is another conference
          </Button>
        )}
      </div>
      {error && <p className="text-accent">{messageOf(error)}</p>}
    </div>
  )
}

type MissingProps = {
  input: CompleteInput
  error: ORPCError<string, unknown>
  send: (input: CompleteInput) => Promise<void>
}

function MissingFields({ input, error, send }: MissingProps) {
  const { missing } = error.data as { missing: Missing[] }
  const saving = useMutation({ mutationFn: send })
  if (saving.error instanceof ORPCError && saving.error.code === 'LISTED')
    return <WhatIsNeeded input={saving.variables!} error={saving.error} send={send} />
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
                <CountryOptions first={onlineName} />
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
        Preview
      </Button>
    </form>
  )
}

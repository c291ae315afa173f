import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ConflictNotice } from '#components/forms/conflict-notice.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { TimeZoneField } from '#components/forms/time-zone-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { Options } from '#components/ui/options.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { blankValues, differencesBetween, formValues } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'
import {
  type CallFormValues,
  callFields,
  callForm,
  type EditableCall,
  editableCall,
} from '../calls.schemas.ts'
import { anywhereOnEarth, closingWarning, costNames, coverageLabels, kindLabels } from '../calls.ts'

const valuesOf = (call: EditableCall): CallFormValues => ({
  ...formValues(callFields, { ...call, languages: call.languages.join(', ') }),
  updated_at: call.updated_at,
})

type Props = {
  event: EventDetail
  /** The call that is edited; a new one without it. */
  call?: EditableCall
  canEdit: boolean
  onDone: () => void
}

function useCallForm({ event, call, onDone }: Props) {
  return useSavedForm({
    schema: callForm,
    defaultValues: call ? valuesOf(call) : { ...blankValues(callFields), kind: 'talks' as const },
    draftKey: call ? `call ${call.id}` : `new call of ${event.id}`,
    save: async ({ updated_at = '', ...values }): Promise<{ status?: string }> =>
      call
        ? {
            ...(await api.calls.update.call({ ...textsOf(values), id: call.id, updated_at })),
            status: 'live',
          }
        : api.calls.create.call({ ...textsOf(values), event_id: event.id }),
    onSaved: onDone,
    fieldOfError: { EXISTS: 'kind', UNKNOWN_TIME_ZONE: 'time_zone' },
    conflict: call && {
      read: (now) => valuesOf(editableCall.parse(now)),
      differences: (mine, other) => differencesBetween(callFields, mine, other, {}),
    },
    messages: {
      success: (saved: { status?: string }) =>
        saved.status === 'suggested'
          ? `Thank you. It is listed once the owner accepts it, or in ${limits.suggestedCallDays} days.`
          : 'Call saved',
      failure: (message) => `Failed to save the call: ${message}`,
    },
  })
}

/** The languages, as the API takes them. */
const textsOf = <Values extends { languages?: string[] }>(values: Values) => ({
  ...values,
  languages: values.languages?.join(', '),
})

/** A call for papers: what it asks for, until when, and what is paid. */
export function CallForm(props: Props) {
  const { event, call, canEdit, onDone } = props
  const { form, submit, discardThen, isSaving, status, conflict } = useCallForm(props)
  const field = { form, fields: callFields }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-3xl grid-cols-1 gap-5">
      {conflict && <ConflictNotice noun="call" {...conflict} />}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <SelectField {...field} name="kind">
          <Options labels={kindLabels} />
        </SelectField>
        <TextField {...field} name="url" type="url" placeholder="https://" hint="Where proposals are sent." />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...field} name="opens_on" type="date" />
        <TextField
          {...field}
          name="closes_on"
          type="date"
          hint={
            call?.previous_closes_on
              ? `That of the edition before closed on ${longDay(call.previous_closes_on)}.`
              : 'Blank: open until the conference begins.'
          }
        />
        <TextField {...field} name="closes_time" type="time" hint="Blank: at the end of that day." />
        <TimeZoneField
          form={form}
          name="time_zone"
          label={callFields.time_zone.label}
          hint="Blank: open until the day is over everywhere."
          first={{ [anywhereOnEarth]: 'Anywhere on Earth (AoE)' }}
        />
        <ClosingWarning form={form} startDate={event.start_date} />
      </div>
      <CostFields form={form} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField {...field} name="formats" placeholder="Talks of 30 minutes, lightning talks" />
        <TextField {...field} name="languages" placeholder="en, de" />
      </div>
      <TextField {...field} name="note" rows={3} />
      <FormStatus {...status} />
      <FormButtons disabled={isSaving} onCancel={discardThen(onDone)}>
        {isSaving ? 'Saving...' : call ? 'Save' : canEdit ? 'Add' : 'Suggest'}
      </FormButtons>
    </form>
  )
}

type Form = UseFormReturn<CallFormValues, unknown, ReturnType<typeof callForm.parse>>

function CostFields({ form }: { form: Form }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Paid for speakers</legend>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        {costNames.map((cost) => (
          <SelectField key={cost} form={form} fields={callFields} name={cost}>
            <option value="">Not known</option>
            <Options labels={coverageLabels} />
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}

/** That it closes after the conference begins. It can be saved all the same. */
function ClosingWarning({ form, startDate }: { form: Form; startDate: string }) {
  const closesOn = useWatch({ control: form.control, name: 'closes_on' })
  const warning = closesOn && closingWarning(closesOn, startDate)
  return (
    <div role="status" className="empty:hidden sm:col-span-2">
      {warning && <p className="border-l-4 border-accent bg-wash px-4 py-2.5 font-semibold">{warning}</p>}
    </div>
  )
}

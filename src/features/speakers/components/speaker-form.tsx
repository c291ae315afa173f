import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CountryOptions } from '#components/forms/country-options.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { LicenceNote } from '#components/forms/licence-note.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { PictureField } from '#features/pictures/components/picture-field.tsx'
import { api } from '#lib/api.ts'
import { countryCode } from '#lib/countries.ts'
import { blankValues } from '#lib/form-fields.ts'
import { messageOf } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type SpeakerValues, speakerFields, speakerForm } from '../speaker-editing.schemas.ts'

type Props = {
  viewer: { id: string; isAdmin: boolean }
  /** Whom an administrator may link the speaker to; everybody else only themselves. */
  users: PersonCard[]
  /** A name to begin with. */
  name?: string
  draftKey: string
  onCreated: (speaker: { id: string; name: string }) => void
  /** Renders the button to cancel; it must call `clearDraft`. */
  cancel: (clearDraft: () => void) => ReactNode
}

export function SpeakerForm({ viewer, users, name = '', draftKey, onCreated, cancel }: Props) {
  const linkField = viewer.isAdmin ? 'user_id' : 'isLinked'
  const { form, submit, clearDraft, isSaving, status } = useSavedForm({
    schema: speakerForm,
    defaultValues: { ...blankValues(speakerFields), name, isLinked: false, user_id: '' },
    draftKey,
    save: ({ isLinked, user_id, ...speaker }) =>
      api.speakers.create.call({ ...speaker, user_id: isLinked && user_id ? user_id : null }),
    onSaved: onCreated,
    fieldOfError: { CONFLICT: linkField, UNKNOWN_USER: linkField, UNKNOWN_PICTURE: 'image_url' },
    messages: {
      success: ({ name }: { name: string }) => `Speaker ${name} created successfully`,
      failure: (message) => `Failed to create speaker: ${message}`,
    },
  })
  useEffect(() => form.setFocus('name'), [form])
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <SpeakerFields form={form} />
      <LinkedUser form={form} viewer={viewer} users={users} />
      <FormStatus {...status} />
      <LicenceNote />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Creating...' : 'Create Speaker'}
        </Button>
        {cancel(clearDraft)}
      </div>
    </form>
  )
}

type Form = UseFormReturn<SpeakerValues, unknown, z.output<typeof speakerForm>>
type FieldValues = { [Name in keyof typeof speakerFields]?: SpeakerValues[Name] }

/** Who a speaker is, where from, and where else to find them. `country` is the one that there is, which may be named freely. */
export function SpeakerFields<Values extends FieldValues, Output>(props: {
  form: UseFormReturn<Values, unknown, Output>
  country?: string | null
  isSuggestion?: boolean
}) {
  // The form of a new speaker and that of an edit have these fields and others of their own.
  const form = props.form as unknown as UseFormReturn<FieldValues>
  const field = { form, fields: speakerFields }
  const handle = { ...field, placeholder: 'username', autoCapitalize: 'none', spellCheck: false }
  return (
    <>
      <TextField {...field} name="name" />
      <TextField {...field} name="bio" rows={5} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <TextField {...field} name="location_name" />
        <SelectField
          {...field}
          name="country_name"
          isOptional
          onChange={({ target }) => form.setValue('country_code', countryCode(target.value) ?? '')}
        >
          <CountryOptions other={props.country} />
        </SelectField>
        <TextField
          {...field}
          name="country_code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Follows from the country"
        />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <TextField {...handle} name="twitter" />
        <TextField {...handle} name="github" />
        <TextField {...field} name="website" type="url" placeholder="https://example.com" />
      </div>
      <PictureField
        {...field}
        name="image_url"
        noun="picture"
        hint="Cropped to a square; without one, initials are shown."
        preview={(url) => <Avatar name={form.watch('name') ?? null} image={url} size="large" />}
        isAddressOnly={props.isSuggestion}
      />
    </>
  )
}

/** Whose account the speaker belongs to: an administrator chooses anybody's, everybody else only their own. */
function LinkedUser({ form, viewer, users }: Pick<Props, 'viewer' | 'users'> & { form: Form }) {
  const { errors } = form.formState
  const isLinked = form.watch('isLinked')
  const checkbox = form.register('isLinked', {
    onChange: ({ target }) => {
      if (!viewer.isAdmin) form.setValue('user_id', target.checked ? viewer.id : '')
    },
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <label className="flex min-h-8 cursor-pointer items-center gap-2.5">
        <input type="checkbox" className="size-4.5 shrink-0 accent-accent" {...checkbox} />
        {viewer.isAdmin ? 'Link this speaker to a user' : 'This speaker is me'}
      </label>
      {errors.isLinked && (
        <p role="alert" className="text-sm font-semibold text-accent">
          {errors.isLinked.message}
        </p>
      )}
      {viewer.isAdmin && isLinked && <UserField form={form} users={users} />}
    </div>
  )
}

/** The first users by name, or those found by a part of their name. */
function UserField({ form, users }: Pick<Props, 'users'> & { form: Form }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const isSearch = search.length >= limits.searchTermMin
  const { data: matches, error } = useQuery({
    ...api.people.search.queryOptions({ input: { search } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const chosenId = form.watch('user_id')
  const [chosenUser, setChosenUser] = useState<PersonCard>()
  const choices = isSearch && matches ? matches : users
  const options =
    chosenUser?.id === chosenId && !choices.some(({ id }) => id === chosenId)
      ? [chosenUser, ...choices]
      : choices
  const select = form.register('user_id', {
    onChange: ({ target }) => setChosenUser(options.find(({ id }) => id === target.value)),
  })
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <FormField
        label="Find a user"
        isOptional
        hint={isSearch && matches ? `${count(matches.length, 'user', 'users')} found` : 'Part of the name'}
        error={error ? `Error searching users: ${messageOf(error)}` : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            type="search"
            autoComplete="off"
            maxLength={limits.fullName}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter would send the form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        )}
      </FormField>
      <FormField label="User" error={form.formState.errors.user_id?.message}>
        {(control) => (
          <Select {...control} {...select}>
            <option value="">Choose a user</option>
            {options.map((user) => (
              <option key={user.id} value={user.id}>
                {user.full_name ?? 'Unnamed User'}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </div>
  )
}

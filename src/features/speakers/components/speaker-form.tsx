import { zodResolver } from '@hookform/resolvers/zod'
import { isDefinedError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { Select, TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { countries, countryCode } from '#lib/countries.ts'
import { type SpeakerValues, speakerForm } from '../speaker-editing.schemas.ts'

type Props = {
  viewer: { id: string; isAdmin: boolean }
  /** Whom an administrator may link the speaker to; everybody else only themselves. */
  users: PersonCard[]
  /** A name to begin with. */
  name?: string
  draftKey: string
  onCreated: (speaker: { id: string; name: string }) => void
  /** The way out, given how to forget what was typed. */
  cancel: (forget: () => void) => ReactNode
}

export function SpeakerForm({ viewer, users, name = '', draftKey, onCreated, cancel }: Props) {
  const form = useForm<SpeakerValues, unknown, z.output<typeof speakerForm>>({
    resolver: zodResolver(speakerForm),
    defaultValues: {
      name,
      bio: '',
      location_name: '',
      country_name: '',
      country_code: '',
      twitter: '',
      github: '',
      website: '',
      isLinked: false,
      user_id: '',
    },
  })
  const { errors } = form.formState
  const forget = useDraft(form, draftKey)
  useEffect(() => form.setFocus('name'), [form])
  const create = useMutation({
    ...api.speakers.create.mutationOptions(),
    onSuccess: (speaker) => {
      forget()
      onCreated(speaker)
    },
    onError: (error) => {
      if (isDefinedError(error) && (error.code === 'CONFLICT' || error.code === 'UNKNOWN_USER'))
        form.setError(viewer.isAdmin ? 'user_id' : 'isLinked', { message: error.message })
    },
    meta: {
      success: ({ name }: { name: string }) => `Speaker ${name} created successfully`,
      failure: (message) => `Failed to create speaker: ${message}`,
    },
  })
  const isLinked = form.watch('isLinked')
  const save = form.handleSubmit(({ isLinked, user_id, ...speaker }) =>
    create.mutate({ ...speaker, user_id: isLinked && user_id ? user_id : null }),
  )
  const country = form.register('country_name', {
    onChange: ({ target }) => form.setValue('country_code', countryCode(target.value) ?? ''),
  })
  const linked = form.register('isLinked', {
    onChange: ({ target }) => {
      if (!viewer.isAdmin) form.setValue('user_id', target.checked ? viewer.id : '')
    },
  })
  return (
    <form method="post" noValidate onSubmit={save} className="grid grid-cols-1 gap-5">
      <FormField label="Name" error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register('name')} />}
      </FormField>
      <FormField label="Bio" isOptional error={errors.bio?.message}>
        {(control) => <TextArea {...control} {...form.register('bio')} />}
      </FormField>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_1fr_8rem]">
        <FormField label="Location" isOptional error={errors.location_name?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register('location_name')} />}
        </FormField>
        <FormField label="Country" isOptional error={errors.country_name?.message}>
          {(control) => (
            <Select {...control} {...country}>
              <option value="">Choose a country</option>
              {countries.map(({ code, name }) => (
                <option key={code}>{name}</option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="Country code" isOptional error={errors.country_code?.message}>
          {(control) => (
            <TextInput
              autoComplete="off"
              spellCheck={false}
              {...control}
              {...form.register('country_code')}
            />
          )}
        </FormField>
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <FormField label="Twitter" isOptional error={errors.twitter?.message}>
          {(control) => <TextInput placeholder="username" {...control} {...form.register('twitter')} />}
        </FormField>
        <FormField label="GitHub" isOptional error={errors.github?.message}>
          {(control) => <TextInput placeholder="username" {...control} {...form.register('github')} />}
        </FormField>
        <FormField label="Website" isOptional error={errors.website?.message}>
          {(control) => (
            <TextInput
              type="url"
              placeholder="https://example.com"
              {...control}
              {...form.register('website')}
            />
          )}
        </FormField>
      </div>
      <div className="grid grid-cols-1 gap-3">
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5">
          <input type="checkbox" className="size-4.5 shrink-0 accent-accent" {...linked} />
          {viewer.isAdmin ? 'Link this speaker to a user' : 'This speaker is me'}
        </label>
        {errors.isLinked && (
          <p role="alert" className="text-sm font-semibold text-accent">
            {errors.isLinked.message}
          </p>
        )}
        {viewer.isAdmin && isLinked && (
          <FormField label="User" error={errors.user_id?.message}>
            {(control) => (
              <Select {...control} {...form.register('user_id')}>
                <option value="">Choose a user</option>
                {users.map((user) => (
                  <option key={user.id} value={user.id}>
                    {user.full_name ?? 'Unnamed User'}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        )}
      </div>
      <SignInAgain error={create.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create Speaker'}
        </Button>
        {cancel(forget)}
      </div>
    </form>
  )
}

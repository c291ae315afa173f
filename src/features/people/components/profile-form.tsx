import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useDraft } from '#components/layout/use-draft.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { type Profile, profileForm } from '../people.schemas.ts'

type Typed = z.input<typeof profileForm>
type Values = z.output<typeof profileForm>

const handles = [
  { name: 'bluesky_handle', label: 'Bluesky', placeholder: 'username.bsky.social' },
  { name: 'github_handle', label: 'GitHub', placeholder: 'username' },
  { name: 'mastodon_handle', label: 'Mastodon', placeholder: '@username@mastodon.social' },
  { name: 'linkedin_handle', label: 'LinkedIn', placeholder: 'username' },
  { name: 'twitch_handle', label: 'Twitch', placeholder: 'username' },
] as const

type Props = { profile: Profile; save: (values: Values) => Promise<unknown>; onSaved: () => void }

/** What a person says about themselves. What is typed stays when saving fails, also over a reload. */
export function ProfileForm({ profile, save, onSaved }: Props) {
  const form = useForm<Typed, unknown, Values>({
    resolver: zodResolver(profileForm),
    defaultValues: blankForNull(profile),
  })
  const { errors } = form.formState
  const forgetDraft = useDraft(form, `profile ${profile.id}`)
  const update = useMutation({
    mutationFn: save,
    onSuccess: () => {
      forgetDraft()
      onSaved()
    },
    meta: { success: 'Profile updated successfully', failure: 'Failed to update profile' },
  })
  // The picture follows when its field is left: half an address is nobody's picture.
  const [picture, setPicture] = useState(profile.avatar_url)
  useEffect(() => setPicture(form.getValues('avatar_url') ?? null), [form])
  const avatarField = form.register('avatar_url', {
    onBlur: (event) => setPicture(event.target.value.trim()),
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => update.mutate(values))}
      className="grid max-w-2xl gap-5"
    >
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={form.watch('full_name')} image={picture} size="large" />
        <div className="min-w-0 flex-[1_1_16rem]">
          <FormField label="Full name" error={errors.full_name?.message}>
            {(control) => <TextInput autoComplete="name" {...control} {...form.register('full_name')} />}
          </FormField>
        </div>
      </div>
      <FormField label="Bio" isOptional error={errors.bio?.message}>
        {(control) => <TextArea rows={6} {...control} {...form.register('bio')} />}
      </FormField>
      <FormField label="Website" isOptional error={errors.website?.message}>
        {(control) => (
          <TextInput
            type="url"
            autoComplete="url"
            placeholder="https://example.com"
            {...control}
            {...form.register('website')}
          />
        )}
      </FormField>
      <FormField
        label="Avatar URL"
        isOptional
        hint="The address of a picture, beginning with https. Without one, your initials stand in."
        error={errors.avatar_url?.message}
      >
        {(control) => (
          <TextInput
            type="url"
            autoComplete="photo"
            placeholder="https://example.com/me.jpg"
            {...control}
            {...avatarField}
          />
        )}
      </FormField>
      <fieldset className="ruled grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">Where else to find you</legend>
        {handles.map(({ name, label, placeholder }) => (
          <FormField key={name} label={label} isOptional error={errors[name]?.message}>
            {(control) => (
              <TextInput
                placeholder={placeholder}
                autoCapitalize="none"
                spellCheck={false}
                {...control}
                {...form.register(name)}
              />
            )}
          </FormField>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Profile'}
        </Button>
        <Link
          to="/u/$id"
          params={{ id: profile.id }}
          onClick={forgetDraft}
          className={buttonClass({ look: 'outline' })}
        >
          Cancel
        </Link>
      </div>
    </form>
  )
}

const blankForNull = ({ id, ...profile }: Profile): Typed => ({
  ...(Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [name, value ?? '']),
  ) as Partial<Typed>),
  full_name: profile.full_name ?? '',
})

import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { FormStatus } from '#components/forms/form-status.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { PictureField } from '#features/pictures/components/picture-field.tsx'
import { api } from '#lib/api.ts'
import { formValues } from '#lib/form-fields.ts'
import { type Profile, type ProfileFormValues, profileFields, profileForm } from '../people.schemas.ts'

type Props = { profile: Profile; onSaved: () => void }

export function ProfileForm({ profile, onSaved }: Props) {
  const { form, submit, clearDraft, isSaving, status } = useSavedForm({
    schema: profileForm,
    defaultValues: formValues(profileFields, profile),
    draftKey: `profile ${profile.id}`,
    save: (values) => api.people.update.call(values),
    onSaved,
    fieldOfError: { UNKNOWN_PICTURE: 'avatar_url' },
    messages: { success: 'Profile updated successfully', failure: 'Failed to update profile' },
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-5">
      <ProfileFields form={form} />
      <FormStatus {...status} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save Profile'}
        </Button>
        <ButtonLink to="/u/$id" params={profile} onClick={clearDraft} look="outline" label="Cancel" />
      </div>
    </form>
  )
}

type Form = UseFormReturn<ProfileFormValues, unknown, z.output<typeof profileForm>>

export function ProfileFields({ form }: { form: Form }) {
  const field = { form, fields: profileFields }
  const handle = { ...field, placeholder: 'username', autoCapitalize: 'none', spellCheck: false }
  return (
    <>
      <TextField {...field} name="full_name" autoComplete="name" />
      <PictureField
        {...field}
        name="avatar_url"
        noun="picture"
        hint="Cropped to a square; without one, your initials are shown."
        preview={(url) => <Avatar name={form.watch('full_name')} image={url} size="large" />}
      />
      <TextField
        {...field}
        name="headline"
        placeholder="Databases behind Rails applications"
        hint="Shown beside your name where people see who goes to a conference."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field} name="organisation" autoComplete="organization" />
        <TextField {...field} name="city" autoComplete="address-level2" />
      </div>
      <TextField {...field} name="bio" rows={6} />
      <TextField {...field} name="website" type="url" autoComplete="url" placeholder="https://example.com" />
      <fieldset className="ruled grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">Links</legend>
        <TextField {...handle} name="bluesky_handle" placeholder="username.bsky.social" />
        <TextField {...handle} name="github_handle" />
        <TextField {...handle} name="mastodon_handle" placeholder="@username@mastodon.social" />
        <TextField {...handle} name="linkedin_handle" />
        <TextField {...handle} name="twitch_handle" />
      </fieldset>
    </>
  )
}

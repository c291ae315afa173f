import { useQuery } from '@tanstack/react-query'
import { ConflictNotice } from '#components/layout/conflict-notice.tsx'
import { FormStatus } from '#components/layout/form-status.tsx'
import { TextField } from '#components/layout/text-field.tsx'
import { useSavedForm } from '#components/layout/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { api } from '#lib/api.ts'
import { differencesBetween, formValues } from '#lib/form-fields.ts'
import { messageOf } from '#lib/query-client.ts'
import {
  type TalkLinks,
  type TalkLinksValues,
  talkLinkFields,
  talkLinks,
  talkLinksForm,
} from '../programme-editing.schemas.ts'

type Props = { talk: { id: string; title: string }; onClose: () => void }

/** The slides and the video of a talk in a small form. */
export function TalkLinksDialog({ talk, onClose }: Props) {
  // Not from the page, which does not know the version that is edited.
  const { data, error } = useQuery({
    ...api.talks.whole.queryOptions({ input: { id: talk.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title="Slides and video" onClose={onClose}>
      <p className="mb-4 font-semibold">{talk.title}</p>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && <TalkLinksForm id={talk.id} links={data} onClose={onClose} />}
    </Dialog>
  )
}

const valuesOf = (links: TalkLinks): TalkLinksValues => ({
  ...formValues(talkLinkFields, links),
  updated_at: links.updated_at,
})

function TalkLinksForm({ id, links, onClose }: { id: string; links: TalkLinks; onClose: () => void }) {
  const { form, submit, clearDraft, isSaving, status, conflict } = useSavedForm({
    schema: talkLinksForm,
    defaultValues: valuesOf(links),
    draftKey: `links of talk ${id}`,
    save: async (values) => {
      await api.talks.setLinks.call({ ...values, id })
      onClose()
    },
    conflict: {
      read: (now) => valuesOf(talkLinks.parse(now)),
      differences: (mine, other) => differencesBetween(talkLinkFields, mine, other, {}),
    },
    messages: {
      success: 'Talk updated successfully',
      failure: (message) => `Failed to update talk: ${message}`,
    },
  })
  const field = { form, fields: talkLinkFields, type: 'url' }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {conflict && <ConflictNotice noun="talk" {...conflict} />}
      <TextField {...field} name="slides_url" placeholder="https://example.com/slides" />
      <TextField {...field} name="video_url" placeholder="https://example.com/video" />
      <FormStatus {...status} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            clearDraft()
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

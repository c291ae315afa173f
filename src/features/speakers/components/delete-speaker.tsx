import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'

export function DeleteSpeaker({ speaker }: { speaker: SpeakerDetail }) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: async () => {
      await api.speakers.remove.call({ id: speaker.id })
      // Navigates before the queries are invalidated: the page's own data is gone.
      await navigate({ to: '/speakers' })
    },
    meta: { success: 'Speaker deleted successfully', failure: 'Failed to delete speaker' },
  })
  return (
    <Section title="Delete this record">
      <p className="mb-4 max-w-prose text-quiet">
        Delete records that are not speakers. If a person is listed twice, merge the records instead.
      </p>
      <Button look="outline" onClick={() => setConfirming(true)}>
        Delete Speaker
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete this speaker?"
          action={remove.isPending ? 'Deleting...' : 'Delete speaker'}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p>
            {speaker.name} is removed from the programmes of{' '}
            {count(speaker.events_spoken_at, 'conference', 'conferences')}
            {speaker.user_id && ', and the member who claimed this record loses it'}. The talks stay. Claims
            of this record are deleted, and its page says that it was removed. It can be restored for{' '}
            {limits.undoableDays} days.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

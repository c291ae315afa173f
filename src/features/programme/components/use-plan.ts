import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { canAttend } from '#features/events/events.rules.ts'
import { api } from '#lib/api.ts'
import type { SavedTalk } from '../programme.schemas.ts'

/** The ids of the talks that a signed-in person plans to attend, and how that changes. */
export type Plan = {
  talks: ReadonlySet<string>
  /** Not where the conference is cancelled: a talk can only be taken away then. */
  canAdd: boolean
  /** Resolves once it is saved and shown, or refused. */
  onChange: (talkId: string, isSaved: boolean) => Promise<unknown>
}

/** The viewer's plan for an event; undefined for a visitor, who has none. */
export function usePlan(
  { id: event_id, status }: { id: string; status: string },
  savedTalks: SavedTalk[] | undefined,
): Plan | undefined {
  const { mutateAsync: save } = useSaveTalk()
  const { mutateAsync: remove } = useRemoveTalk(true)
  return useMemo(
    () =>
      savedTalks && {
        talks: new Set(savedTalks.map(({ id }) => id)),
        canAdd: canAttend({ status }),
        // A refusal is said in a toast.
        onChange: (talk_id: string, isSaved: boolean) =>
          (isSaved ? save : remove)({ event_id, talk_id }).catch(() => {}),
      },
    [savedTalks, event_id, status, save, remove],
  )
}

/** Takes a talk out of one's schedule: from the programme, where its button shows it, or from My Schedule, where its row goes. */
export function useRemoveTalk(isAnswered = false) {
  const { mutate: save } = useSaveTalk()
  return useMutation({
    ...api.savedTalks.remove.mutationOptions(),
    meta: {
      success: 'Talk removed from your schedule',
      failure: 'Failed to remove talk from your schedule',
      isAnswered,
      undo: (talk: { event_id: string; talk_id: string }) => (isAnswered ? undefined : () => save(talk)),
    },
  })
}

const useSaveTalk = () =>
  useMutation({
    ...api.savedTalks.save.mutationOptions(),
    meta: {
      success: 'Talk added to your schedule',
      failure: 'Failed to add talk to your schedule',
      isAnswered: true,
    },
  })

import { z } from 'zod'
import { canEditEvent } from './events.rules.ts'

/** A listed conference that another one is, or may be, and whether the reader may edit it. */
export const listedMatch = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  can_edit: z.boolean(),
  /** It cannot be listed again, unless the reader may edit it. */
  is_same: z.boolean(),
})
export type ListedMatch = z.infer<typeof listedMatch>

type Match = {
  verdict: string
  event: Omit<ListedMatch, 'can_edit' | 'is_same'> & { created_by: string | null }
}

export const listedFor = (viewer: Parameters<typeof canEditEvent>[0], { event, verdict }: Match) => ({
  ...event,
  can_edit: canEditEvent(viewer, event),
  is_same: verdict === 'same',
})

/** `is_new`: the sender says that it is another conference. */
export const isRefused = ({ is_same, can_edit }: ListedMatch, is_new: boolean) =>
  is_same ? !(is_new && can_edit) : !is_new

import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { useAction } from '#lib/use-action.ts'
import { claimSubmitted } from '../event-claims.ts'

/** A claim that needs no decision: of the owner of the edition before, where nobody owns this one. */
export function TakeOver({ event }: { event: { id: string; name: string } }) {
  const claim = useAction(api.eventClaims.submit, {
    onSuccess: focusContent,
    // It does if another member has claimed the conference in the meantime.
    success: ({ status }) =>
      status === 'approved' ? `You are now the owner of ${event.name}` : claimSubmitted,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p className="min-w-0 flex-[1_1_16rem]">
        Nobody looks after this conference yet. The edition before it is yours, so you can take it over.
      </p>
      <ActionButton
        form="claim"
        isPending={claim.isPending}
        onPress={() => claim.mutate({ event_id: event.id })}
      >
        Take it over
      </ActionButton>
      <PostForm name="claim" values={{ event_id: event.id }} />
    </div>
  )
}

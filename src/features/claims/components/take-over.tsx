import { PostForm } from '#components/forms/post-form.tsx'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { useAction } from '#lib/use-action.ts'

/** For the owner of the edition before, where nobody owns this one. */
export function TakeOver({ event }: { event: { id: string; name: string } }) {
  const take = useAction(api.eventTakeovers.take, {
    onSuccess: focusContent,
    onError: useRefreshOnRefusal(),
    success: `You are now the owner of ${event.name}`,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p className="min-w-0 flex-[1_1_16rem]">
        Nobody looks after this conference yet. The edition before it is yours, so you can take it over.
      </p>
      <Button
        type="submit"
        form="post-take-over"
        aria-disabled={take.isPending}
        onClick={(click) => {
          click.preventDefault()
          if (!take.isPending) take.mutate({ event_id: event.id })
        }}
      >
        Take it over
      </Button>
      <PostForm name="take-over" values={{ event_id: event.id }} />
    </div>
  )
}

import { useId } from 'react'
import { CopyField } from '#components/layout/copy-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'

type Props = { site: { url: string }; event: { id: string }; path: string | undefined }

/** Makes and revokes the address at which others read the viewer's schedule for an event. */
export function SharePlan({ site, event, path }: Props) {
  const id = useId()
  const input = { event_id: event.id }
  const share = useAction(api.sharedPlans.share, {
    success: 'Link created',
    failure: 'Failed to share your schedule',
  })
  const revoke = useAction(api.sharedPlans.revoke, {
    success: 'The link no longer works.',
    failure: 'Failed to revoke the link',
  })
  return (
    <Section title="Share my plan" level={3} anchor="share" className="no-print mt-10 max-w-2xl">
      {path ? (
        <>
          <label htmlFor={id}>
            Anyone with this link sees your name and these talks, without signing in.
          </label>
          <CopyField id={id} value={site.url + path} what="Link" />
          <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <a href={path} className="link">
              See it as others do
            </a>
            <Button
              look="quiet"
              size="small"
              aria-disabled={revoke.isPending}
              onClick={() => !revoke.isPending && revoke.mutate(input)}
            >
              Stop sharing
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className="mb-3">Anyone with the link sees your name and these talks until you stop sharing.</p>
          <Button
            look="outline"
            aria-disabled={share.isPending}
            onClick={() => !share.isPending && share.mutate(input)}
          >
            Share my plan
          </Button>
        </>
      )}
    </Section>
  )
}

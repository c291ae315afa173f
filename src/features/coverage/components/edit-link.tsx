import { Plus } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { TalkLink } from '../coverage.schemas.ts'
import { useDecision } from './use-decision.ts'

// With the parts of a form, which nobody loads who only reads.
const LinkDialog = lazy(() => import('./link-dialog.tsx').then((module) => ({ default: module.LinkDialog })))

const LinksDialog = lazy(() =>
  import('./links-dialog.tsx').then((module) => ({ default: module.LinksDialog })),
)

type Talk = { id: string; title: string }

/** A button that opens the form for a new link: added at once by who decides, suggested by everybody else. */
export function AddLink({ talk, canDecide }: { talk: Talk; canDecide: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        <Icon icon={Plus} className="size-4" />
        {canDecide ? 'Add a link' : 'Suggest a link'}
      </Button>
      {isOpen && (
        <Suspense>
          <LinkDialog talk={talk} canDecide={canDecide} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export function LinkActions({ talk, link }: { talk: Talk; link: TalkLink }) {
  const [isOpen, setOpen] = useState(false)
  const { mutate: decide, isPending } = useDecision()
  const name = <span className="sr-only"> {link.title ?? link.url}</span>
  return (
    <span className="flex gap-2">
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Edit{name}
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={isPending}
        onClick={() => decide({ id: link.id, is_accepted: false })}
      >
        Take down{name}
      </Button>
      {isOpen && (
        <Suspense>
          <LinkDialog talk={talk} link={link} canDecide onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

type LinkedTalk = Talk & { slides_url: string | null; video_url: string | null }

export function EditLinks({ talk }: { talk: LinkedTalk }) {
  const [isOpen, setOpen] = useState(false)
  const hasBoth = talk.slides_url && talk.video_url
  const label = hasBoth
    ? 'Edit links'
    : talk.slides_url
      ? 'Add video'
      : talk.video_url
        ? 'Add slides'
        : 'Add video or slides'
  return (
    <>
      <Button look="quiet" size="small" className="border-dashed border-edge" onClick={() => setOpen(true)}>
        {!hasBoth && <Icon icon={Plus} className="size-4" />}
        {label}
        <span className="sr-only"> of {talk.title}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <LinksDialog talk={talk} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

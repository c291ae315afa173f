import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

// With the parts of a form, which nobody loads who only reads.
const TalkLinksDialog = lazy(() =>
  import('./talk-links-dialog.tsx').then((module) => ({ default: module.TalkLinksDialog })),
)

type Talk = { id: string; title: string; slides_url: string | null; video_url: string | null }

/** A button for whoever may (canEditTalkLinks) that opens the slides and the video of a talk in a small form. */
export function EditTalkLinks({ talk }: { talk: Talk }) {
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
        {!hasBoth && <Plus aria-hidden="true" className="size-4" />}
        {label}
        <span className="sr-only"> of {talk.title}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <TalkLinksDialog talk={talk} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { Download, Share2 } from 'lucide'
import { useId, useSyncExternalStore } from 'react'
import { CopyField } from '#components/layout/copy-field.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Sheet, Way } from '#components/ui/sheet.tsx'
import { toast } from '#lib/toasts.ts'

type Props = {
  site: { url: string }
  /** 'conference', 'talk' or 'speaker' */
  noun: string
  title: string
  path: string
  /** The page has its address as a QR code, for a slide or a poster. */
  hasCode?: boolean
}

const never = () => () => {}
/** Whether the system has a sheet of its own; false in the markup of the server, which cannot know. */
const useCanShare = () =>
  useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  )

/** A button that opens the ways to pass a page on: copying, the system's own sheet, mail, a code to scan. */
export function ShareSheet({ site, noun, title, path, hasCode = false }: Props) {
  const id = useId()
  const canShare = useCanShare()
  const url = site.url + path
  async function share() {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Closing the system's sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast('failure', 'Could not share. Please copy the address instead.')
    }
  }
  return (
    <Sheet
      button={
        <>
          <Icon icon={Share2} className="size-4" />
          <span>Share</span>
        </>
      }
      title={`Share this ${noun}`}
    >
      <p className="mt-1 text-quiet" dir="auto">
        {title}
      </p>
      <label htmlFor={id} className="sr-only">
        Address of this {noun}
      </label>
      <CopyField id={id} value={url} what="Address" />
      <ul className="mt-3">
        {canShare && <Way onClick={share} title="Send with an app" hint="Opens the list of your system" />}
        <Way
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
          title="By mail"
          hint="Title and address"
        />
      </ul>
      {hasCode && <QrCode noun={noun} path={`${path}/qr.svg`} />}
    </Sheet>
  )
}

const QrCode = ({ noun, path }: { noun: string; path: string }) => (
  <>
    <h3 className="ruled mt-5 pb-1 text-lg">QR code to print</h3>
    <div className="mt-2 flex items-start gap-4">
      <img
        src={path}
        alt={`QR code of the address of this ${noun}`}
        width={120}
        height={120}
        loading="lazy"
        className="size-30 border border-hairline"
      />
      <div>
        <p>Leads to this {noun}.</p>
        <a href={path} download className={`${buttonClass({ look: 'outline', size: 'small' })} mt-2`}>
          <Icon icon={Download} className="size-4" />
          SVG
        </a>
      </div>
    </div>
  </>
)

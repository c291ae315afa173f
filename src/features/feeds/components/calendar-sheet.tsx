import { ArrowRight, Calendar, Download, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { CopyField } from '#components/layout/copy-field.tsx'
import { buttonClass, iconButtonClass } from '#components/ui/button.tsx'

type Props = {
  site: { url: string }
  /** What the calendar holds: 'Conferences about Rust'. */
  title: string
  /** The path of the calendar, ending in .ics. */
  path: string
  /** What stands below the addresses, such as who may read them. */
  note?: ReactNode
  size?: 'small' | 'medium'
}

/** A button that opens the ways to a calendar. The browser's own popover: it needs no script but for copying. */
export function CalendarSheet({ site, title, path, note, size }: Props) {
  const id = useId()
  const url = site.url + path
  const webcalUrl = url.replace(/^https?:/, 'webcal:')
  const file = path.slice(path.lastIndexOf('/') + 1)
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ look: 'outline', size })}>
        <Calendar aria-hidden="true" className="size-4" />
        Add to calendar
      </button>
      <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`} className="sheet">
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="text-2xl">
            {title} <span className="text-quiet">in your calendar</span>
          </h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label="Close"
            className={iconButtonClass}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <h3 className="ruled mt-5 pb-1 text-lg">Subscribe: it keeps itself up to date</h3>
        <ul>
          <Way href={webcalUrl} title="Apple Calendar" hint="iPhone, iPad, Mac" />
          <Way
            href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`}
            title="Google Calendar"
            hint="Google looks about once a day, so late changes come late"
          />
          <Way
            href={`https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(title)}`}
            title="Outlook"
            hint="outlook.com and Microsoft 365"
          />
          <li className="py-3">
            <label htmlFor={`${id}-url`} className="font-semibold">
              The address
            </label>
            <p className="text-sm text-quiet">For Thunderbird and every other calendar</p>
            <CopyField id={`${id}-url`} value={url} what="Address" />
          </li>
        </ul>
        {note && <p className="mt-1 text-sm text-quiet">{note}</p>}
        <h3 className="ruled mt-5 pb-1 text-lg">Or take it as it is now</h3>
        <ul>
          <Way
            href={path}
            download
            title="Download the file"
            hint={`${file}, will not change by itself`}
            icon={<Download aria-hidden="true" className="mt-1 size-4 shrink-0" />}
          />
        </ul>
      </div>
    </>
  )
}

function Way({
  href,
  title,
  hint,
  download,
  icon = <Calendar aria-hidden="true" className="mt-1 size-4 shrink-0" />,
}: {
  href: string
  title: string
  hint: string
  download?: boolean
  icon?: ReactNode
}) {
  return (
    <li className="border-b border-hairline last:border-0">
      <a href={href} download={download} className="flex items-start gap-3 py-2.5 hover:text-accent">
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-quiet">{hint}</span>
        </span>
        <ArrowRight aria-hidden="true" className="mt-1 size-4 shrink-0" />
      </a>
    </li>
  )
}

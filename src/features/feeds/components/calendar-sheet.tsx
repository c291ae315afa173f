import { Calendar } from 'lucide'
import { type ReactNode, useId } from 'react'
import { CopyField } from '#components/layout/copy-field.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Sheet, Way } from '#components/ui/sheet.tsx'
import type { Edition } from '#features/events/events.schemas.ts'
import { calendarLinks } from '../calendar-links.ts'

type Props = {
  site: { url: string; viewer?: unknown }
  /** What the calendar holds: 'Conferences about Rust'. */
  title: string
  /** The path of the calendar, ending in .ics. */
  path: string
  /** The page that has these conferences, whose feeds are named, too; a visitor learns how to follow it. */
  page?: string
  /** What stands above the addresses, such as who may read them. */
  note?: ReactNode
  /** Of the button and of the sheet, where it is for more than the calendar. */
  label?: ReactNode
  size?: 'small' | 'medium'
  /** Nothing is in it yet, so a copy is of no use. */
  isEmpty?: boolean
  /** A conference that can be added by itself, without a subscription. */
  dates?: Edition
}

/** A button that opens the ways to a calendar. It needs no script but for copying. */
export function CalendarSheet({ site, title, path, page, note, size, label, isEmpty, dates }: Props) {
  const id = useId()
  const once = dates && calendarLinks(site, dates)
  const url = site.url + path
  const webcalUrl = url.replace(/^https?:/, 'webcal:')
  return (
    <Sheet
      size={size}
      button={
        <>
          <Icon icon={Calendar} className="size-4" />
          <span>{label ?? (dates ? 'Add to calendar' : 'Subscribe')}</span>
        </>
      }
      title={
        label ?? (
          <>
            {title} <span className="text-quiet">in your calendar</span>
          </>
        )
      }
    >
      {note && <p className="mt-2 text-quiet">{note}</p>}
      {once && <AddOnce links={once} />}
      <h3 className="ruled mt-5 pb-1 text-lg">{once ? 'Or subscribe' : 'Subscribe'} to get updates</h3>
      <ul>
        <Way href={webcalUrl} title="Apple Calendar" hint="iPhone, iPad, Mac" />
        <Way
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`}
          title="Google Calendar"
          hint="Google updates about once a day, so changes may arrive a day late"
        />
        <Way
          href={`https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(title)}`}
          title="Outlook"
          hint="outlook.com and Microsoft 365"
        />
        <li className="py-3">
          <label htmlFor={id} className="font-semibold">
            The address
          </label>
          <p className="text-sm text-quiet">For Thunderbird and every other calendar</p>
          <CopyField id={id} value={url} what="Address" />
        </li>
      </ul>
      {!isEmpty && path !== once?.file && <DownloadCopy path={path} />}
      {page && <AsFeed page={page} isVisitor={site.viewer === null} />}
    </Sheet>
  )
}

const AddOnce = ({ links: { google, outlook, file } }: { links: ReturnType<typeof calendarLinks> }) => (
  <>
    <h3 className="ruled mt-5 pb-1 text-lg">Add its days once</h3>
    <ul>
      <Way href={google} title="Google" hint="Opens a new entry" />
      <Way href={outlook} title="Outlook.com" hint="Opens a new entry" />
      <Way href={file} download title="Apple and others" hint="Downloads a file" />
    </ul>
  </>
)

const AsFeed = ({ page, isVisitor }: { page: string; isVisitor: boolean }) => (
  <p className="mt-3 text-quiet">
    As a feed:{' '}
    <a href={`${page}/feed.atom`} className="link">
      Atom
    </a>
    ,{' '}
    <a href={`${page}/feed.json`} className="link">
      JSON
    </a>
    .
    {isVisitor && (
      <>
        {' '}
        Members{' '}
        <PlainLink to="/auth" search={{ next: page }} className="link">
          sign in
        </PlainLink>{' '}
        to follow.
      </>
    )}
  </p>
)

const DownloadCopy = ({ path }: Pick<Props, 'path'>) => (
  <>
    <h3 className="ruled mt-5 pb-1 text-lg">Or download a copy</h3>
    <ul>
      <Way href={path} download title="Download the file" hint="It will not update" />
    </ul>
  </>
)

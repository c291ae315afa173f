import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { isOnline } from '#features/events/events.ts'
import { readStored, writeStored } from '#lib/stored-text.ts'
import { zoneOffset } from '#lib/time-zones.ts'
import { timeIn, viewerTimeLabel } from '../viewer-time.ts'

type Props = {
  event: {
    time_zone: string | null
    start_date: string
    location_name: string
    country_name: string
    status: string
  }
  children: ReactNode
}

type Zones = { eventZone: string; viewerZone: string }
type Times = { event?: Props['event']; zones: Zones | null; isOn: boolean; toggle: () => void }

const TimesOfPage = createContext<Times>({ zones: null, isOn: false, toggle: () => {} })
const storageKey = 'hallway-own-times'

/** Adds the viewer's time to every time of its children, if `ZoneNote` says so and the two differ. The server's page is the same for everybody: it has the conference's times alone. */
export function ViewerTimes({ event, children }: Props) {
  const [zones, setZones] = useState<Zones | null>(null)
  const [isOn, setOn] = useState(false)
  const { time_zone: eventZone, start_date: date } = event
  const isOnlineEvent = isOnline(event)
  useEffect(() => {
    const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const noon = eventZone && timeIn(viewerZone, { date, time: '12:00', eventZone })
    setZones(noon && noon.time !== '12:00' ? { eventZone, viewerZone } : null)
    const choice = readStored(storageKey)
    setOn(choice ? choice === 'on' : isOnlineEvent)
  }, [eventZone, date, isOnlineEvent])
  const toggle = () => {
    setOn(!isOn)
    writeStored(storageKey, isOn ? 'off' : 'on')
  }
  return <TimesOfPage value={{ event, zones, isOn, toggle }}>{children}</TimesOfPage>
}

/** In which zone the times of the page are, and the switch that adds the viewer's; `isQuiet`: only where these differ. */
export function ZoneNote({ isQuiet = false }: { isQuiet?: boolean }) {
  const { event, zones, isOn, toggle } = use(TimesOfPage)
  if (!event?.time_zone || (isQuiet && !zones)) return null
  return (
    // Has its height before the switch comes: what stands below would move away under the pointer.
    <span className="flex min-h-6 flex-wrap items-center gap-x-4 font-sans text-[0.9375rem] font-normal tracking-normal">
      <span className="text-quiet">{zoneText(event.time_zone, event.start_date)}</span>
      {zones && (
        <label className="no-print flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={isOn} onChange={toggle} className="size-4.5 shrink-0 accent-ink" />
          Show my time too
        </label>
      )}
    </span>
  )
}

/** 'Times in Oslo (UTC+1)' */
function zoneText(zone: string, day: string) {
  const city = zone.replace(/.*\//, '').replaceAll('_', ' ')
  const offset = zoneOffset(day, '12:00', zone)
    .replace(/(?<=[+-])0/, '')
    .replace(':00', '')
    .replace('-', '\u2212')
  return city === 'UTC' ? 'Times in UTC' : `Times in ${city} (UTC${offset})`
}

type Time = { date: string; time: string | null | undefined }

/** The viewer's time of one of the conference, in words; undefined while the switch is off. */
export function useViewerTime({ date, time }: Time): string | undefined {
  const { zones, isOn } = use(TimesOfPage)
  const viewerTime =
    isOn && zones && time && timeIn(zones.viewerZone, { date, time, eventZone: zones.eventZone })
  return viewerTime ? viewerTimeLabel(viewerTime) : undefined
}

/** The viewer's time below one of the conference; nothing while the switch is off. */
export function ViewerTime({ before = '', ...time }: Time & { before?: string }) {
  const label = useViewerTime(time)
  return label && <span className="block text-sm font-normal text-quiet">{before + label}</span>
}

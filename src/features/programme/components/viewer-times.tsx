import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { isOnline } from '#features/events/events.ts'
import { timeIn, viewerTimeLabel } from '../viewer-time.ts'

type Props = {
  event: {
    time_zone: string | null
    start_date: string
    location_name: string
    country_name: string
    status: string
  }
  /** Whether there are no times to add to. */
  isOff?: boolean
  children: ReactNode
  /** Whether the switch stands below the times. */
  isSwitchBelow?: boolean
}

type Zones = { eventZone: string; viewerZone: string }
const ShownZones = createContext<Zones | null>(null)
const storageKey = 'hallway-own-times'

/**
 * A switch that adds the viewer's time to every time below, where the two differ. The server's page is the same for
 * everybody: it has the conference's times alone.
 */
export function ViewerTimes({ event, isOff = false, children, isSwitchBelow = false }: Props) {
  const [zones, setZones] = useState<Zones | null>(null)
  const [isOn, setOn] = useState(false)
  const { time_zone: eventZone, start_date: date } = event
  const isOnlineEvent = isOnline(event)
  useEffect(() => {
    const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const noon = eventZone && timeIn(viewerZone, { date, time: '12:00', eventZone })
    setZones(noon && noon.time !== '12:00' ? { eventZone, viewerZone } : null)
    const choice = readChoice()
    setOn(choice ? choice === 'on' : isOnlineEvent)
  }, [eventZone, date, isOnlineEvent])
  const row = eventZone && !isOff && (zones || !isSwitchBelow) && (
    // Has its height before the switch comes: what stands below would move away under the pointer.
    <div className="flex min-h-6 flex-wrap items-center gap-x-4 font-sans max-sm:[.stack>&]:-my-4 max-[22rem]:min-h-12 text-[0.9375rem] font-normal">
      <span className="text-quiet">{nameOf(eventZone)} time</span>
      {zones && (
        <label className="no-print flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={isOn}
            onChange={() => {
              setOn(!isOn)
              writeChoice(isOn ? 'off' : 'on')
            }}
            className="size-4.5 shrink-0 accent-ink"
          />
          Also in my time
        </label>
      )}
    </div>
  )
  return (
    // The switch comes after hydration; the children are the same elements before and after, with what is typed in them.
    <ShownZones value={isOn ? zones : null}>
      {!isSwitchBelow && row}
      {children}
      {isSwitchBelow && row}
    </ShownZones>
  )
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

type Time = { date: string; time: string | null | undefined }

/** The viewer's time of one of the conference, in words; undefined while the switch is off. */
export function useViewerTime({ date, time }: Time): string | undefined {
  const zones = use(ShownZones)
  const viewerTime = zones && time && timeIn(zones.viewerZone, { date, time, eventZone: zones.eventZone })
  return viewerTime ? viewerTimeLabel(viewerTime) : undefined
}

/** The viewer's time below one of the conference; nothing while the switch is off. */
export function ViewerTime({ before = '', ...time }: Time & { before?: string }) {
  const label = useViewerTime(time)
  return label && <span className="block text-sm font-normal text-quiet">{before + label}</span>
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage is forbidden: the switch works, only for this page.
    return null
  }
}

function writeChoice(choice: 'on' | 'off') {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // See readChoice.
  }
}

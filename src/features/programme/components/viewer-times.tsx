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
  children: ReactNode
}

type Zones = { eventZone: string; viewerZone: string }
const ShownZones = createContext<Zones | null>(null)
const storageKey = 'hallway-own-times'

/**
 * A switch that adds the viewer's time to every time below, where the two differ. The server's page is the same for
 * everybody: it has the conference's times alone.
 */
export function ViewerTimes({ event, children }: Props) {
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
  return (
    // The switch comes after hydration; what stands below is the same element before and after, with what is typed in it.
    <ShownZones value={isOn ? zones : null}>
      {zones && (
        <label className="no-print flex min-h-6 items-center gap-2 text-[0.9375rem]">
          <input
            type="checkbox"
            checked={isOn}
            onChange={() => {
              setOn(!isOn)
              writeChoice(isOn ? 'off' : 'on')
            }}
            className="size-4.5 accent-ink"
          />
          <span>
            Also in my time ({nameOf(zones.viewerZone)}); the conference is in {nameOf(zones.eventZone)} time
          </span>
        </label>
      )}
      {children}
    </ShownZones>
  )
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** The viewer's time beside one of the conference; nothing while the switch is off. */
export function ViewerTime({ date, time }: { date: string; time: string | null }) {
  const zones = use(ShownZones)
  const viewerTime = zones && time && timeIn(zones.viewerZone, { date, time, eventZone: zones.eventZone })
  if (!viewerTime) return null
  return <span className="block text-sm font-normal text-quiet">{viewerTimeLabel(viewerTime)}</span>
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

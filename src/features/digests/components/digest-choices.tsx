import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { timeZones } from '#lib/time-zones.ts'
import type { DigestSettings, DigestTime } from '../digests.schemas.ts'
import { hourText, weekdayNames } from '../digests.ts'

type Props = { settings: DigestSettings; choose: (time: DigestTime) => Promise<void> }

export function DigestChoices({ settings, choose }: Props) {
  const [chosen, setChosen] = useState(settings)
  const zones = useBrowserZones((time_zone) =>
    setChosen((now) => ({ ...now, time_zone: now.time_zone ?? time_zone })),
  )
  const save = useMutation({
    mutationFn: choose,
    // One after the other, so that the last choice holds.
    scope: { id: 'digest' },
    meta: { success: 'Digest settings saved', failure: (message) => message },
  })
  const zone = chosen.time_zone ?? 'UTC'
  const change = (part: Partial<DigestTime>) => {
    const time = { ...chosen, time_zone: zone, ...part }
    setChosen(time)
    save.mutate(time, { onError: () => part.is_on !== undefined && setChosen(chosen) })
  }
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={chosen.is_on}
          onChange={(event) => change({ is_on: event.target.checked })}
          className="size-6 shrink-0 accent-accent"
        />
        Email me a weekly digest when there is news about what I follow
      </label>
      {chosen.is_on && (
        <div className="grid gap-5 sm:grid-cols-3">
          <Choice label="Day" value={chosen.weekday} onChoose={(value) => change({ weekday: Number(value) })}>
            {weekdayNames.map((day, index) => (
              <option key={day} value={index + 1}>
                {day}
              </option>
            ))}
          </Choice>
          <Choice label="Hour" value={chosen.hour} onChoose={(value) => change({ hour: Number(value) })}>
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hourText(hour)} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </Choice>
          <Choice label="My time zone" value={zone} onChoose={(value) => change({ time_zone: value })}>
            {!zones.includes(zone) && <option>{zone}</option>}
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Choice>
        </div>
      )}
    </div>
  )
}

/** Browsers know other zones than the server. Theirs is proposed until the person chose one. */
function useBrowserZones(propose: (zone: string) => void) {
  const [zones, setZones] = useState<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    setZones(timeZones())
    propose(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [])
  return zones
}

type ChoiceProps = {
  label: string
  value: string | number
  onChoose: (value: string) => void
  children: ReactNode
}

const Choice = ({ label, value, onChoose, children }: ChoiceProps) => (
  <FormField label={label}>
    {(control) => (
      <Select
        {...control}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="w-full min-w-0"
      >
        {children}
      </Select>
    )}
  </FormField>
)

import { useMutation } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { Options } from '#components/ui/options.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import type { TrackedCall } from '../calls.schemas.ts'
import { markLabels } from '../calls.ts'
import { CallRow } from './call-row.tsx'
import { MarkNote } from './mark-note.tsx'
import { TimeLeft } from './time-left.tsx'

const isAnswered = ({ state }: TrackedCall) =>
  state === 'accepted' || state === 'rejected' || state === 'withdrawn'

const groups: { title: string; holds: (tracked: TrackedCall) => boolean }[] = [
  { title: 'Still open', holds: (tracked) => !isAnswered(tracked) && tracked.call.is_open },
  { title: 'Waiting for an answer', holds: ({ state, call }) => state === 'submitted' && !call.is_open },
  { title: 'Answered', holds: isAnswered },
  { title: 'Closed without you', holds: ({ state, call }) => state === 'interested' && !call.is_open },
]

/** The calls that a person tracks, by how far they are. */
export const TrackedCalls = ({ tracked }: { tracked: TrackedCall[] }) =>
  groups.map(({ title, holds }) => {
    const rows = tracked.filter(holds)
    return (
      rows.length > 0 && (
        <Section key={title} title={title} aside={<span className="text-quiet">{rows.length}</span>}>
          {rows.map((row) => (
            <CallRow
              key={row.call_id}
              call={row.call}
              lead={<Lead tracked={row} />}
              aside={<StateChoice tracked={row} />}
            >
              {row.call.event.status === 'cancelled' && (
                <p className="font-semibold text-accent">cancelled</p>
              )}
              <MarkNote key={row.note} tracked={row} />
            </CallRow>
          ))}
        </Section>
      )
    )
  })

const Lead = ({ tracked: { call } }: { tracked: TrackedCall }) =>
  call.is_open ? <TimeLeft call={call} /> : <p className="font-display text-lg font-bold">Closed</p>

function StateChoice({ tracked: { call, call_id, state, changed_at } }: { tracked: TrackedCall }) {
  const set = useMutation({
    ...api.callMarks.set.mutationOptions(),
    // One after the other, so that the last choice holds.
    scope: { id: `call ${call_id}` },
    meta: {
      success: (answer: { state: string | null }) => (answer.state ? 'Saved' : 'No longer in your calls'),
      failure: 'Failed to save this',
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:flex-col sm:items-end">
      <Select
        aria-label={`How far you are with ${call.event.name}`}
        value={set.isPending && set.variables.state ? set.variables.state : state}
        onChange={({ target }) => set.mutate({ id: call_id, state: target.value as typeof state })}
      >
        <Options labels={markLabels} />
      </Select>
      <span className="text-sm text-quiet">since {shortDay(changed_at.slice(0, 10))}</span>
      <Button
        look="quiet"
        size="small"
        disabled={set.isPending}
        onClick={() => set.mutate({ id: call_id, state: null })}
      >
        Remove<span className="sr-only"> the call of {call.event.name}</span>
      </Button>
    </div>
  )
}

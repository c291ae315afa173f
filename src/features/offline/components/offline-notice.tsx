import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Clock, WifiOff } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { talkLink } from '#features/programme/talk-link.ts'
import { type OfflineState, offlineStore, setOfflineState } from '#lib/offline.ts'
import { count } from '#lib/text.ts'

/** Says that the page is a copy and how old it is, what waits to be sent, what was refused, and what a newer copy has otherwise. */
export function OfflineNotice({ copyName }: { copyName: string }) {
  const state = useSyncExternalStore(
    offlineStore.subscribe,
    offlineStore.getSnapshot,
    offlineStore.getServerSnapshot,
  )
  useRefresh(state.refreshes)
  const { isOffline, pending, refusals, changedTalks } = state
  if (!isOffline && pending.length + refusals.length + changedTalks.length === 0) return null
  return (
    <div className="no-print stack gap-3">
      {(isOffline || pending.length > 0) && <Pending {...{ copyName, state }} />}
      {refusals.length > 0 && (
        <div role="alert" className="border-2 border-accent px-4 py-2.5">
          <strong>Not saved:</strong>
          <ul>
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
          <Dismiss onClick={() => setOfflineState({ refusals: [] })} />
        </div>
      )}
      {changedTalks.length > 0 && <ChangedTalks talks={changedTalks} />}
    </div>
  )
}

/** Reads the page again, when what was pending is sent or the network is back. */
function useRefresh(refreshes: number) {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (refreshes === 0) return
    void queries.invalidateQueries({ refetchType: 'none' }).then(() => router.invalidate())
  }, [refreshes, queries, router])
}

function Pending({ copyName, state }: { copyName: string; state: OfflineState }) {
  const { isOffline, pending, mustSignIn } = state
  const age = useAge(copyName)
  const changes = count(pending.length, 'change', 'changes')
  return (
    <div role="status" className="flex items-start gap-3 border border-ink border-dashed px-4 py-2.5">
      <Icon icon={isOffline ? WifiOff : Clock} className="mt-0.5 size-5 shrink-0" />
      <div>
        {isOffline && <p className="font-semibold">{age ? `As of ${age}, no network.` : 'No network.'}</p>}
        {pending.length > 0 && (
          <details>
            <summary>
              {changes} {pending.length === 1 ? 'waits' : 'wait'}
              {mustSignIn && ' until you sign in'}. <span className="link">Which</span>
            </summary>
            <ul className="mt-1">
              {pending.map(({ key, label }) => (
                <li key={key}>{label}</li>
              ))}
            </ul>
            <p className="text-[0.9375rem] text-quiet">
              {mustSignIn ? 'Sent once you have signed in again.' : 'Sent by itself.'}
              {isOffline && age && ` What changed after ${age} is not known here.`}
            </p>
          </details>
        )}
        {mustSignIn && (
          <Link to="/auth" className="link">
            Sign in
          </Link>
        )}
      </div>
    </div>
  )
}

/** '14:05', with the day if it is not today; undefined until it is read. */
function useAge(copyName: string): string | undefined {
  const [age, setAge] = useState<string>()
  useEffect(() => {
    void import('../copies.ts').then(async ({ listCopies }) => {
      const copies = await listCopies()
      const copy = copies.find(({ name }) => name === copyName) ?? copies[0]
      if (copy) setAge(ageOf(copy.copiedAt, new Date()))
    })
  }, [copyName])
  return age
}

export function ageOf(copiedAt: number, now: Date): string {
  const copied = new Date(copiedAt)
  const time = copied.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const isToday = copied.toDateString() === now.toDateString()
  return isToday ? time : `${copied.toLocaleDateString('en', { month: 'short', day: 'numeric' })}, ${time}`
}

const ChangedTalks = ({ talks }: { talks: OfflineState['changedTalks'] }) => (
  <section aria-label="Changes in My Schedule" className="border-l-4 border-accent bg-wash px-4 py-2.5">
    <strong>Changed in My Schedule since the last copy</strong>
    <ul>
      {talks.map(({ eventSlug, number, text }) => (
        <li key={text}>
          {number === null ? (
            text
          ) : (
            <Link {...talkLink(eventSlug, number)} className="hover:text-accent">
              {text}
            </Link>
          )}
        </li>
      ))}
    </ul>
    <Dismiss
      onClick={() =>
        void import('../changed-talks.ts').then(({ dismissChangedTalks }) => dismissChangedTalks())
      }
    />
  </section>
)

const Dismiss = ({ onClick }: { onClick: () => void }) => (
  <Button look="quiet" size="small" className="mt-2" onClick={onClick}>
    Seen
  </Button>
)

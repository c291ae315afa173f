import type { Database } from '#platform/database/db.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { addDays, at } from './calendar.ts'
import type { SampleEvent } from './events.ts'
import { idOf } from './stable.ts'

type Claim = {
  by: string
  of: string
  status: 'pending' | 'approved' | 'rejected'
  daysAgo: number
  reason?: string
}

const eventClaims: Claim[] = [
  {
    by: 'Mika Guest',
    of: 'Accessible by Default',
    status: 'pending',
    daysAgo: 2,
    reason: 'I am one of the three organisers; the other two have asked me to keep the page up to date.',
  },
  { by: 'Oleh Kalyna', of: 'Kernel Picnic', status: 'pending', daysAgo: 5, reason: 'I carried the tent.' },
  { by: 'Sana Mirzadeh', of: 'Dragon Bridge Dev', status: 'pending', daysAgo: 9 },
  {
    by: 'Yara Cordeiro',
    of: 'Small Screens',
    status: 'approved',
    daysAgo: 130,
    reason: 'I founded it; my name is on the imprint.',
  },
  {
    by: 'Kofi Amberley',
    of: 'Harmattan Python',
    status: 'approved',
    daysAgo: 210,
    reason: 'Chair of the programme committee.',
  },
  { by: 'Lucía Montearagón', of: 'Patio JS', status: 'approved', daysAgo: 48 },
  {
    by: 'Hugo Lampion',
    of: 'Latency Island',
    status: 'rejected',
    daysAgo: 33,
    reason: 'I would do it better.',
  },
  {
    by: 'Oleh Kalyna',
    of: 'Table Bay Script',
    status: 'rejected',
    daysAgo: 20,
    reason: 'Is it free for owners?',
  },
]

/** An approved claim links the account to the speaker. */
const speakerClaims: Claim[] = [
  { by: 'Noor Specimen', of: 'Noor Specimen', status: 'approved', daysAgo: 300 },
  { by: 'Mira Example', of: 'Mira Example', status: 'approved', daysAgo: 88 },
  { by: 'Žiga Potočan', of: 'Žiga Potočan', status: 'approved', daysAgo: 41 },
  { by: 'Fiammetta Rondini', of: 'Fiammetta Rondini', status: 'pending', daysAgo: 1 },
  { by: 'Kenji Hoshigaki', of: 'Kenji Hoshigaki', status: 'pending', daysAgo: 6 },
  { by: 'Oleh Kalyna', of: 'Oksana Vyshnevetska', status: 'pending', daysAgo: 12 },
  {
    by: 'Hugo Lampion',
    of: 'Jo Muster',
    status: 'rejected',
    daysAgo: 25,
    reason:
      'Your name and address have nothing to do with this speaker. If you are Jo, please write to us from the address on your site.',
  },
  {
    by: 'Marcel Dubosquet',
    of: 'Clémence Aubépin',
    status: 'rejected',
    daysAgo: 57,
    reason:
      'The profile belongs to the person on the stage, not to the one who books the kitchen. Thank you for the madeleines.',
  },
  { by: 'Dario Tramonti', of: 'Ruggero Sottovento', status: 'rejected', daysAgo: 71 },
]

const byName = (name: string) => ({ id: idOf('person', name) })

/** The account that a speaker is linked to, or undefined. */
export const accountOf = (speaker: string): string | undefined =>
  speakerClaims
    .filter(({ of, status }) => of === speaker && status === 'approved')
    .map(({ by }) => idOf('person', by))
    .at(0)

/** Inserts the claims on events and speakers, decided by the admin a day after they came. */
export async function loadClaims(
  db: Database,
  events: SampleEvent[],
  admin: { id: string },
  today: string,
): Promise<void> {
  const history = ({ status, daysAgo }: Claim) => ({
    status,
    created_at: at(addDays(today, -daysAgo), 8, 15),
    decidedBy: admin,
    decidedAt: at(addDays(today, 1 - daysAgo), 16, 40),
  })
  for (const claim of eventClaims) {
    const event = events.find(({ conference, edition }) => conference === claim.of && edition === 0)
    if (!event) throw new Error(`No such conference: ${claim.of}`)
    const id = idOf('event claim', `${claim.by} ${claim.of}`)
    await claimEvent(db, byName(claim.by), event.row, { ...history(claim), id, reason: claim.reason })
  }
  for (const claim of speakerClaims) {
    const id = idOf('speaker claim', `${claim.by} ${claim.of}`)
    const speaker = { id: idOf('speaker', claim.of) }
    await claimSpeaker(db, byName(claim.by), speaker, {
      ...history(claim),
      id,
      rejection_reason: claim.reason,
    })
  }
}

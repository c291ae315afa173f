import type { CallKind, coverages, EventCall } from '#features/events/event-calls.schemas.ts'
import { addDays, longDay, shortDay } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { count } from '#lib/text.ts'

export const kindLabels: Record<CallKind, string> = {
  talks: 'Talks',
  workshops: 'Workshops',
  papers: 'Research papers',
  posters: 'Posters',
  volunteers: 'Volunteers',
  scholarships: 'Scholarships',
}

/** The tabs of the board. Most calls are for research papers, which few speakers look for. */
export const tabs = {
  talks: { label: 'Talks and workshops', kinds: ['talks', 'workshops'] },
  papers: { label: 'Research papers', kinds: ['papers'] },
  other: { label: 'Posters, volunteers, scholarships', kinds: ['posters', 'volunteers', 'scholarships'] },
} as const satisfies Record<string, { label: string; kinds: CallKind[] }>
export const tabNames = Object.keys(tabs) as (keyof typeof tabs)[]
export type Tab = keyof typeof tabs

/** What a conference may pay for its speakers. */
export const costs = { ticket: 'Ticket', hotel: 'Hotel', travel: 'Travel' } as const
export const costNames = Object.keys(costs) as (keyof typeof costs)[]
export type Cost = keyof typeof costs

export const coverageLabels: Record<(typeof coverages)[number], string> = {
  yes: 'Yes',
  case_by_case: 'On request',
  no: 'No',
}

export const markStates = ['interested', 'submitted', 'accepted', 'rejected', 'withdrawn'] as const
export type MarkState = (typeof markStates)[number]

export const markLabels: Record<MarkState, string> = {
  interested: 'Interested',
  submitted: 'Submitted',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** A day ends last in this zone, whose name has the sign that nobody expects. */
export const anywhereOnEarth = 'Etc/GMT+12'

const zoneText = (zone: string) =>
  zone === anywhereOnEarth ? 'anywhere on Earth' : zone.replaceAll('_', ' ')

type Closing = Pick<EventCall, 'closes_on' | 'closes_time' | 'time_zone'>

/** What is left, as a figure and its unit: '12' 'days', '5' 'hours'. Undefined where no day is known. */
export function timeLeft({ hours_left }: Pick<EventCall, 'hours_left'>): [string, string] | undefined {
  if (hours_left === null) return undefined
  if (hours_left < 1) return ['< 1', 'hour']
  const isHours = hours_left < 48
  const [n, unit] = isHours ? [hours_left, 'hour'] : [Math.floor(hours_left / 24), 'day']
  return [String(n), n === 1 ? unit : `${unit}s`]
}

/** 'Open until Tuesday, June 16, 2026, 17:00 (Europe/Prague).' */
export function openUntil({ closes_on, closes_time, time_zone }: Closing): string {
  if (!closes_on) return 'No closing day is given.'
  const day = `Open until ${longDay(closes_on)}${closes_time ? `, ${closes_time}` : ''}`
  return time_zone
    ? `${day} (${zoneText(time_zone)}).`
    : `${day}. The time zone is not known: submit a day earlier.`
}

/** Why the day of closing may be wrong. The call can be saved all the same. */
export const closingWarning = (closesOn: string, startDate: string): string | undefined =>
  closesOn > startDate
    ? `It closes after the conference begins, on ${shortDay(startDate)}. Is the day right?`
    : undefined

/** 'Talks, in English and German' */
export function callText({ kind, formats, languages }: Pick<EventCall, 'kind' | 'formats' | 'languages'>) {
  const names = new Intl.ListFormat('en').format(languages.map(languageName))
  return [formats ?? kindLabels[kind], names && `in ${names}`].filter(Boolean).join(', ')
}

/** Monday of the week of a day, yyyy-MM-dd. */
export const weekOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** '3 open calls for papers, the first closes in 5 days' */
export function openCallsText({ total, hours_left }: { total: number; hours_left: number | null }): string {
  const calls = `${count(total, 'open call', 'open calls')} for papers`
  const [n, unit] = timeLeft({ hours_left }) ?? []
  return n
    ? `${calls}, ${total === 1 ? 'it' : 'the first'} closes in ${n.replace('< 1', 'less than an')} ${unit}`
    : calls
}

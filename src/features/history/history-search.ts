import { pageHead, type Site } from '#lib/head.ts'
import { oneOf, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'
import type { ChangedKind, ChangeFilters, RecordKind } from './history.schemas.ts'

// What the addresses of histories say, and their heads. Every page loads it.

/** `after`: where the list goes on; `from` and `to`: the versions that are compared. */
export type HistorySearch = { after?: number; from?: number; to?: number }

export type HistoricRecord = {
  kind: RecordKind
  id: string
  name: string
  path: string
  /** Of the conference whose talks are linked. */
  slug?: string
}

export const historyHead = ({ loaderData }: { loaderData?: { site: Site; record: HistoricRecord } }) =>
  pageHead(loaderData, ({ record: { name, path } }) => ({
    title: `History of ${name}`,
    path: `${path}/history`,
    noIndex: true,
  }))

function changeNumber(value: unknown): number | undefined {
  const text = oneText(value)
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

export const afterChange = ({ after }: Record<string, unknown>): { after?: number } => ({
  after: changeNumber(after),
})

export const historySearch = (raw: Record<string, unknown>): HistorySearch => ({
  after: changeNumber(raw.after),
  from: changeNumber(raw.from),
  to: changeNumber(raw.to),
})

const changedKinds = ['events', 'talks', 'speakers', 'series', 'topics'] as const satisfies ChangedKind[]
const changeMeans = ['form', 'import', 'source', 'command', 'merge', 'undo', 'site'] as const

function day(value: unknown): string | undefined {
  const text = oneText(value)
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return undefined
  const moment = new Date(text)
  return Number.isNaN(+moment) || moment.toISOString().slice(0, 10) !== text ? undefined : text
}

export type RecentSearch = ChangeFilters & { after?: number }

export const recentSearch = (raw: Record<string, unknown>): RecentSearch => ({
  person: oneText(raw.person, limits.email),
  record: oneText(raw.record, limits.url),
  kind: oneOf(raw.kind, changedKinds),
  via: oneOf(raw.via, changeMeans),
  from: day(raw.from),
  to: day(raw.to),
  change: changeNumber(raw.change) || undefined,
  after: changeNumber(raw.after),
})

/** What an administrator is about to do with a member. */
export const memberActs = ['suspend', 'branch', 'restore', 'undo'] as const
export type MemberAct = (typeof memberActs)[number]

/** `days`: how far back an undo goes; without it, to the first change of the last days. */
export type MemberSearch = { act?: MemberAct; days?: number }

export const memberSearch = (raw: Record<string, unknown>): MemberSearch => {
  const days = oneOf(oneText(raw.days), ['1', '7', '30', '730'])
  return { act: oneOf(raw.act, memberActs), days: days === undefined ? undefined : Number(days) }
}

import { programmeWarnings } from '#features/programme/programme-warnings.ts'
import { tabDay } from '#lib/dates.ts'
import { excerpt, fold } from '#lib/text.ts'
import type { ProgrammeDocument, ProgrammeWarning } from '../reading/document.ts'
import type {
  ChangeLists,
  FieldChange,
  PersonToDecide,
  PreviewedChange,
} from '../syncs/programme-syncs.schemas.ts'
import {
  type BreakChange,
  countsOf,
  type KeptField,
  type ProgrammePlan,
  type TalkChange,
} from './programme-plan.ts'

const labels: Record<string, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Abstract',
  day: 'Day',
  date: 'Date',
  start_time: 'Start',
  end_time: 'End',
  location: 'Room',
  track: 'Track',
  type: 'Type',
  language: 'Language',
  url: 'Address',
  feedback_url: 'Feedback',
  slides_url: 'Slides',
  video_url: 'Video',
  links: 'Links',
  status: 'State',
  speakers: 'Speakers',
}
const placeFields = new Set(['day', 'date', 'start_time', 'end_time', 'location'])
const shownText = 300
/** Of a text that stays, before the first difference. */
const shownBefore = 60
const maxCandidates = 3

type EventDays = { start_date: string; end_date: string; time_zone?: string | null }
type Names = { ofKey: Map<string, string>; ofSpeaker: Map<string, string> }

/** What a plan would change, as lists that a person reads. */
export function previewLists(
  plan: ProgrammePlan,
  document: ProgrammeDocument,
  event: EventDays,
  /** Names by id of those who speak here. */
  speakers = new Map<string, string>(),
): ChangeLists {
  const ofKey = new Map(document.people.map(({ key, name }) => [key, name]))
  const ofSpeaker = new Map([
    ...speakers,
    ...plan.people.flatMap(({ speaker_id, name }): [string, string][] =>
      speaker_id ? [[speaker_id, name]] : [],
    ),
  ])
  const all = [
    ...plan.talks.map((change) => previewOf(change, { ofKey, ofSpeaker }, event)),
    ...plan.breaks.map((change) => previewOf(change, { ofKey, ofSpeaker }, event)),
  ]
  const of = (kind: string) => all.filter((entry) => entry.kind === kind).map(({ change }) => change)
  return {
    added: of('added'),
    changed: of('changed'),
    moved: of('moved'),
    removed: of('removed'),
    kept: all.filter(({ change }) => change.kept.length > 0).map(({ change }) => change),
    edited: plan.edited.map((change) => previewOf(change, { ofKey, ofSpeaker }, event).change),
  }
}

function previewOf(
  change: TalkChange | BreakChange,
  names: Names,
  event: EventDays,
): { kind: string; change: PreviewedChange } {
  const isTalk = 'saved' in change
  const now = { ...change.old, ...change.after } as Record<string, string | null>
  // The source says no more who spoke in what it no longer has.
  const speakersOf = (talk: TalkChange) =>
    talk.kind === 'removed'
      ? (talk.old?.speaker_ids ?? []).map((id) => names.ofSpeaker.get(id))
      : (talk.after.speakers ?? talk.base?.speakers ?? []).map((key) => names.ofKey.get(key))
  const { speakers, ...after } = change.after as Record<string, unknown>
  const fields = Object.keys(after)
    .filter((field) => !placeFields.has(field) && change.kind !== 'added' && change.kind !== 'removed')
    .map((field) =>
      fieldChange(field, (change.before as Record<string, unknown>)[field], after[field], names),
    )
  if (speakers && change.kind !== 'added' && isTalk)
    fields.push(fieldChange('speakers', change.before.speaker_ids, speakers, names))
  return {
    kind: change.kind,
    change: {
      key: change.key,
      title: change.title,
      isBreak: !isTalk,
      isCancelled: now.status === 'cancelled',
      speakers: isTalk ? speakersOf(change).filter((name) => name !== undefined) : [],
      was: change.old ? placeOf(change.old as unknown as Record<string, string | null>, event) : '',
      becomes: placeOf(now, event),
      track: now.track ?? null,
      fields,
      kept: change.kept.map(({ field, ours, source }: KeptField) => fieldChange(field, ours, source, names)),
      removal: isTalk ? (change.removal ?? null) : change.kind === 'removed' ? 'deleted' : null,
      saved: isTalk ? change.saved : 0,
    },
  }
}

function fieldChange(field: string, before: unknown, after: unknown, names: Names): FieldChange {
  const asText = (value: unknown) =>
    Array.isArray(value)
      ? value
          .map((item) => item.url ?? names.ofKey.get(item) ?? names.ofSpeaker.get(item) ?? 'another speaker')
          .join(', ')
      : excerpt(String(value ?? ''), shownText)
  const [one, other] =
    typeof before === 'string' && typeof after === 'string' ? fromDifference(before, after) : [before, after]
  return { field, label: labels[field] ?? field, before: asText(one), after: asText(other) }
}

/** Two long texts from shortly before the first word in which they differ. */
export function fromDifference(one: string, other: string): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const begin = one.lastIndexOf(' ', same - shownBefore)
  if (same < shownText / 2 || begin < 1) return [one, other]
  return [`...${one.slice(begin)}`, `...${other.slice(begin)}`]
}

/** 'Sat Mar 14, 10:00 to 10:30, Hall', with the year where it is not the conference's. */
function placeOf(row: Record<string, string | null>, { start_date, end_date }: EventDays): string {
  const time = row.start_time && `${row.start_time}${row.end_time ? ` to ${row.end_time}` : ''}`
  const day = row.day ?? row.date
  const nextDay = row.start_time && row.date && row.date !== day && `on ${tabDay(row.date)} after midnight`
  const year = day?.slice(0, 4)
  const isOtherYear = year !== start_date.slice(0, 4) && year !== end_date.slice(0, 4)
  return [[day && tabDay(day), isOtherYear && year, time, nextDay].filter(Boolean).join(', '), row.location]
    .filter(Boolean)
    .join(', ')
}

/** Who may be a speaker that is here already: to be decided, or at least to be seen. */
export function peopleToDecide(plan: ProgrammePlan, document: ProgrammeDocument): PersonToDecide[] {
  const titlesOf = new Map<string, string[]>()
  for (const { title, speakers } of document.talks)
    for (const key of speakers) titlesOf.set(key, [...(titlesOf.get(key) ?? []), title].slice(0, 3))
  const namesakes = new Map(
    Array.from(
      Map.groupBy(plan.people, ({ name }) => fold(name)),
      ([name, people]) => [
        name,
        people.slice(0, maxCandidates + 1).map(({ key }) => ({ key, talks: titlesOf.get(key) ?? [] })),
      ],
    ),
  )
  return plan.people
    .filter(
      ({ kind, candidates, hasFormerName }) =>
        kind === 'asked' ||
        (kind === 'matched' && (hasFormerName || candidates.some((candidate) => !candidate.is_in_series))),
    )
    .map(({ key, name, kind, speaker_id, candidates }) => ({
      key,
      name,
      speaker_id,
      is_question: kind === 'asked',
      talks: titlesOf.get(key) ?? [],
      candidates: candidates.slice(0, maxCandidates).map(({ id, name, events }) => ({ id, name, events })),
      namesakes: namesakes
        .get(fold(name))!
        .filter((person) => kind === 'asked' && person.key !== key)
        .slice(0, maxCandidates),
    }))
}

/** The warnings of the edit page for talks and breaks that are added or changed. */
export function ambiguities(
  event: EventDays,
  { talks, breaks, people }: ProgrammeDocument,
  plan: ProgrammePlan,
): ProgrammeWarning[] {
  const names = new Map(people.map(({ key, name }) => [key, name]))
  const nameOf = (key: string) => names.get(key) ?? key
  const changed = new Set(
    [...plan.talks, ...plan.breaks]
      .filter(({ kind }) => kind === 'added' || kind === 'changed' || kind === 'moved')
      .map(({ key }) => key),
  )
  const warnings = programmeWarnings({
    event,
    talks: talks.map((talk) => ({ ...talk, id: talk.key, speakers: talk.speakers.map(nameOf) })),
    breaks: breaks.map((entry) => ({ ...entry, id: entry.key })),
    tracks: [],
  })
  const texts = warnings.filter(({ subject }) => changed.has(subject.id)).map(({ text }) => text)
  if (hasNothingInCommon(plan))
    texts.unshift(
      'This file contains none of the existing talks: check that it is the programme of this conference',
    )
  return [...new Set(texts)].map((text) => ({ code: 'DOUBTFUL', key: null, text }))
}

/** So few talks may well be all replaced. */
const fewTalks = 4

function hasNothingInCommon(plan: ProgrammePlan): boolean {
  const { removed, changed, moved, kept, unchanged } = countsOf(plan)
  return removed > fewTalks && changed + moved + kept + unchanged === 0
}

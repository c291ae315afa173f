import { notFound } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { recordAt } from '#lib/record-path.ts'
import { suggestedKinds } from './suggestions.ts'

/** The forms must start with what is stored, not with what this tab has cached. */
const withoutCache = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })

const suggestionLists = {
  event: api.suggestions.ofEvent,
  talk: api.suggestions.ofTalk,
  speaker: api.suggestions.ofSpeaker,
  series: api.suggestions.ofSeries,
}

/** What the form needs that suggests a change of the record at a path, and the suggestions about it that wait. */
export async function loadSuggested(load: Load, path: string) {
  const { kind, key } = recordAt(path, suggestedKinds) ?? {}
  if (!kind || !key) throw notFound()
  const suggestionsOf = (id: string) =>
    load(withoutCache(suggestionLists[kind].queryOptions({ input: { id } })))
  if (kind === 'event') {
    const event = await load(withoutCache(api.events.detail.queryOptions({ input: { slug: key } })))
    return { kind, name: event.name, event, suggestions: await suggestionsOf(event.id) }
  }
  if (kind === 'speaker') {
    const speaker = await load(withoutCache(api.speakers.detail.queryOptions({ input: { id: key } })))
    return { kind, name: speaker.name, speaker, suggestions: await suggestionsOf(key) }
  }
  if (kind === 'series') {
    const series = await load(withoutCache(api.series.detail.queryOptions({ input: { slug: key } })))
    return { kind, name: series.name, series, suggestions: await suggestionsOf(series.id) }
  }
  const { id, event_slug } = await load(
    api.programme.talkByNumber.queryOptions({ input: { number: Number(key) } }),
  )
  const [event, talk, topics, suggestions] = await Promise.all([
    load(api.events.detail.queryOptions({ input: { slug: event_slug } })),
    load(withoutCache(api.talks.detail.queryOptions({ input: { id } }))),
    load(api.topics.all.queryOptions()),
    suggestionsOf(id),
  ])
  const input = { event_id: event.id }
  const [tracks, talks] = await Promise.all([
    load(api.tracks.list.queryOptions({ input })),
    load(api.talks.list.queryOptions({ input })),
  ])
  return { kind, name: talk.title, event, talk, topics, tracks, talks, suggestions }
}

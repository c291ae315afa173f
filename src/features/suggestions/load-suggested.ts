import { notFound } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { suggestedPage } from './suggested-page.ts'

/** The forms must start with what is stored, not with what this tab has cached. */
const withoutCache = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })

/** What the form needs that suggests a change of the record at a path, and the suggestions about it that wait. */
export async function loadSuggested(load: Load, path: string) {
  const { kind, key } = suggestedPage(path) ?? {}
  if (!kind || !key) throw notFound()
  if (kind === 'event') {
    const event = await load(withoutCache(api.events.detail.queryOptions({ input: { slug: key } })))
    const input = { id: event.id }
    return {
      kind,
      event,
      suggestions: await load(withoutCache(api.suggestions.ofEvent.queryOptions({ input }))),
    }
  }
  if (kind === 'speaker') {
    const input = { id: key }
    const speaker = await load(withoutCache(api.speakers.detail.queryOptions({ input })))
    return {
      kind,
      speaker,
      suggestions: await load(withoutCache(api.suggestions.ofSpeaker.queryOptions({ input }))),
    }
  }
  if (kind === 'series') {
    const series = await load(withoutCache(api.series.detail.queryOptions({ input: { slug: key } })))
    const input = { id: series.id }
    return {
      kind,
      series,
      suggestions: await load(withoutCache(api.suggestions.ofSeries.queryOptions({ input }))),
    }
  }
  const { id, event_slug } = await load(
    api.programme.talkByNumber.queryOptions({ input: { number: Number(key) } }),
  )
  const [event, talk, topics, suggestions] = await Promise.all([
    load(api.events.detail.queryOptions({ input: { slug: event_slug } })),
    load(withoutCache(api.talks.detail.queryOptions({ input: { id } }))),
    load(api.topics.all.queryOptions()),
    load(withoutCache(api.suggestions.ofTalk.queryOptions({ input: { id } }))),
  ])
  const input = { event_id: event.id }
  const [tracks, talks] = await Promise.all([
    load(api.tracks.list.queryOptions({ input })),
    load(api.talks.list.queryOptions({ input })),
  ])
  return { kind, event, talk, topics, tracks, talks, suggestions }
}

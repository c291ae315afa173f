import { oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'
import type { TrendsOf } from './trends.schemas.ts'

/** A topic, or else a country: together they would be too few for a line. */
export function trendsSearch(raw: Record<string, unknown>): TrendsOf {
  const topic = oneText(raw.topic, limits.topicName)
  return { topic, country: topic ? undefined : oneText(raw.country, limits.place) }
}

import type { SourceFormat } from './sources.schemas.ts'

export const formats: Record<SourceFormat, string> = {
  'confs.tech': 'confs.tech (JSON)',
  ical: 'Calendar with one event for each conference',
  hallway: 'Another Hallway',
  'json-ld': 'Page with JSON-LD',
}

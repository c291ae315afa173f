import { z } from 'zod'
import { programmeFormats } from '../reading/document.ts'

const count = z.number().int()
const counts = z.object({
  added: count,
  changed: count,
  moved: count,
  removed: count,
  unchanged: count,
  kept: count,
})

export const programmeWarning = z.object({ code: z.string(), key: z.string().nullable(), text: z.string() })

/** How much a sync changes or changed, talks first. */
export const syncReport = counts.extend({
  breaks: counts,
  people: z.object({ known: count, matched: count, new: count, asked: count }),
  renames: z.array(
    z.object({
      kind: z.enum(['room', 'track']),
      from: z.string(),
      to: z.string(),
      /** How many talks have the new name. */
      talks: count,
      /** How many of the paired talks had the old name, if the rename is to be confirmed: some have a third name now. */
      doubtfulOf: count.optional(),
    }),
  ),
  milliseconds: count,
})
export type SyncReport = z.infer<typeof syncReport>

/** What an import did, for programs. */
export const importedProgramme = syncReport.extend({ warnings: z.array(programmeWarning) })

export const programmeFormat = z.enum(programmeFormats)

/** A person of the source who may be a speaker that is here already. */
export const personToDecide = z.object({
  key: z.string(),
  name: z.string(),
  talks: z.array(z.string()),
  /** Chosen unless somebody chooses otherwise; null for somebody new. */
  speaker_id: z.uuid().nullable(),
  /** Whether somebody has to say who it is; else the person was recognised by name. */
  is_question: z.boolean(),
  candidates: z.array(z.object({ id: z.uuid(), name: z.string(), events: z.array(z.string()) })),
  /** Others of the source with the same name, by their keys. */
  namesakes: z.array(z.object({ key: z.string(), talks: z.array(z.string()) })),
})
export type PersonToDecide = z.infer<typeof personToDecide>

const fieldChange = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })
export type FieldChange = z.infer<typeof fieldChange>

/** One talk or break, as the preview shows it. */
export const previewedChange = z.object({
  key: z.string(),
  title: z.string(),
  isBreak: z.boolean(),
  /** The source says so. */
  isCancelled: z.boolean(),
  speakers: z.array(z.string()),
  was: z.string(),
  becomes: z.string(),
  track: z.string().nullable(),
  fields: z.array(fieldChange),
  kept: z.array(fieldChange),
  removal: z.enum(['cancelled', 'deleted']).nullable(),
  /** How many people saved the talk. */
  saved: count,
})
export type PreviewedChange = z.infer<typeof previewedChange>

export const changeLists = z.object({
  added: z.array(previewedChange),
  changed: z.array(previewedChange),
  moved: z.array(previewedChange),
  removed: z.array(previewedChange),
  kept: z.array(previewedChange),
  /** What was edited here, where the source has its former value. */
  edited: z.array(previewedChange),
})
export type ChangeLists = z.infer<typeof changeLists>

export const syncSummary = z.object({
  id: z.uuid(),
  status: z.enum(['preview', 'waiting', 'applying', 'done', 'unchanged', 'undoing', 'undone']),
  format: programmeFormat,
  url: z.string().nullable(),
  file_name: z.string().nullable(),
  report: syncReport.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Only the last one that changed something can be undone. */
  is_undoable: z.boolean(),
})
export type SyncSummary = z.infer<typeof syncSummary>

const newEvent = z.object({
  name: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
  time_zone: z.string().nullable(),
})

export const syncDetail = syncSummary.extend({
  /** Null while its conference is not listed. */
  event_id: z.uuid().nullable(),
  /** The conference that this import lists. */
  new_event: newEvent.nullable(),
  warnings: z.array(programmeWarning),
  /** While it runs: how much is done. */
  done: count,
  /** Talks and breaks that were edited here, where the source has its former value. */
  edited: count,
  /** What it would change, if it is not applied yet. */
  lists: changeLists.nullable(),
  people: z.array(personToDecide),
})
export type SyncDetail = z.infer<typeof syncDetail>

export const programmeSource = z.object({
  format: programmeFormat,
  url: z.string().nullable(),
  is_automatic: z.boolean(),
  checked_at: z.string().nullable(),
  next_check_at: z.string().nullable(),
  last_error: z.string().nullable(),
})
export type ProgrammeSource = z.infer<typeof programmeSource>

const key = z.string().min(1).max(400)
export const syncDecisions = z.object({
  /** Fields that were edited here and take the source's value all the same. */
  take: z
    .array(z.object({ key, field: z.string().max(50) }))
    .max(5000)
    .default([]),
  /** Who is who; null for somebody new. `same_as` is the key of somebody else of the source who is the same person. */
  people: z
    .array(z.object({ key, speaker_id: z.uuid().nullable(), same_as: key.optional() }))
    .max(5000)
    .default([]),
  /** Old names of rooms that were not renamed: their talks moved. */
  not_renamed: z.array(z.string().max(400)).max(200).default([]),
  is_quiet: z.boolean().default(false),
})

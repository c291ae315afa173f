import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { operatorId, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { exportFormats, programmeFile } from '#features/feeds/feed-routes.server.ts'
import type { Conference } from '#features/identity/compare.ts'
import { readProgramme } from '#features/programme-export/read-programme.server.ts'
import type { SyncChoices } from '#features/programme-import/merging/sync-choices.ts'
import { isSpeakersFile } from '#features/programme-import/reading/decode-text.ts'
import {
  type ProgrammeFormat,
  type ProgrammeWarning,
  programmeFormats,
  tooLargeMessage,
} from '#features/programme-import/reading/document.ts'
import {
  compareWithListed,
  createEventFromProgramme,
  type EventOverrides,
  imaginedEvent,
} from '#features/programme-import/syncs/new-event.server.ts'
import type { SyncReport } from '#features/programme-import/syncs/programme-syncs.schemas.ts'
import {
  beginUndo,
  finishInterrupted,
  importProgramme,
  type ProgrammeFile,
  previewProgramme,
  readSource,
} from '#features/programme-import/syncs/programme-syncs.server.ts'
import {
  readSyncedEvent,
  type SyncedEvent,
} from '#features/programme-import/syncs/stored-programme.server.ts'
import { undoSync } from '#features/programme-import/syncs/undo-sync.server.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { count } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import { readEnv } from '#platform/env.ts'
import { createFetchSafely, outboundSettings } from '#platform/fetch-safely.ts'
import { limits } from '#src/limits.ts'
import { findAccount } from './account-commands.ts'
import { type CommandContext, openMigrated } from './command.ts'

type Output = { print(line: string): void; progress(done: number, total: number): void }

/** The options of all of these commands: each has some of them (programme-commands.ts). */
type Given = {
  format?: string
  people?: string
  'take-source'?: boolean
  quiet?: boolean
  new?: boolean
  name?: string
  city?: string
  country?: string
  owner?: string
  json?: boolean
}

const formatOf = (name: string): ProgrammeFormat => {
  const format = programmeFormats.find((candidate) => candidate === name.toLowerCase())
  if (!format) throw new Error(`Unknown format ${name}: write ${programmeFormats.join(', ')}`)
  return format
}

/** The format of an export: the one that is named, or the ending of the file, or XML. */
function exportFormatOf(name: string | undefined, file: string | undefined): string {
  const format = (name ?? (file ? path.extname(file).slice(1) : 'xml')).toLowerCase()
  if (!exportFormats.has(format))
    throw new Error(`Unknown format ${format}: write ${[...exportFormats].join(', ')}`)
  return format
}

const readGiven = (folder: string, file: string) =>
  readFile(path.resolve(folder, file)).catch((error: Error) => {
    throw new Error(`Cannot read the file: ${error.message}`)
  })

/** What the options say of a new conference, under the rules of the form. */
function overridesOf({ name, city, country }: EventOverrides): EventOverrides {
  const valid = (option: string, { schema }: { schema: z.ZodType<string> }, value: string | undefined) => {
    const result = value === undefined ? undefined : schema.safeParse(value)
    if (result?.success === false)
      throw new Error(`--${option} can't be "${value}": ${result.error.issues[0]!.message}`)
    return result?.data
  }
  return {
    name: valid('name', eventFields.name, name),
    city: valid('city', eventFields.location_name, city),
    country: valid('country', eventFields.country_name, country),
  }
}

type Action = 'preview' | 'import' | 'sync' | 'undo' | 'export'

/** Does one of the commands for the programme of a conference, which its slug names; `from` is a file, or an address. */
export async function runProgrammeCommand(
  action: Action,
  context: CommandContext,
  output: Output,
  { slug, from }: { slug: string; from?: string },
): Promise<void> {
  const values: Given = context.options
  const { signal } = context
  const env = readEnv()
  const today = new Date().toISOString().slice(0, 10)
  const run = {
    site: { name: env.SITE_NAME, url: env.siteUrl },
    today,
    signal,
    onProgress: values.json ? undefined : output.progress,
    isQuiet: values.quiet,
  }
  const { db } = await openMigrated(context)
  const listedEvent = await readSyncedEvent(db, { slug })
  const overrides = overridesOf(values)
  const isOfNewEvent = values.new && (action === 'preview' || action === 'import')
  if (!listedEvent && !isOfNewEvent) throw new Error(`There is no conference with the slug ${slug}`)
  if (listedEvent && [values.owner, ...Object.values(overrides)].some(Boolean))
    throw new Error(
      `${slug} is there already: --name, --city, --country and --owner are for a new conference`,
    )
  if (values.owner) overrides.created_by = (await findAccount(db, values.owner)).id
  if (listedEvent && action === 'export') return exportProgramme(context, output, { db, slug, to: from })
  if (listedEvent && action === 'undo') {
    await finishInterrupted(db, listedEvent.id, run)
    const id = await beginUndo(db, listedEvent.id)
    if (!id) throw new Error('There is no import to undo')
    await undoSync(db, id, { signal })
    await record(db, listedEvent, { undone: true })
    output.print(values.json ? JSON.stringify({ undone: true }) : 'The last import was undone')
    return
  }
  const { file, choices } = await loadProgramme(context, from ?? (await sourceUrlOf(db, listedEvent!.id)))
  const target: { event: SyncedEvent; warnings: ProgrammeWarning[]; conference?: Conference } = listedEvent
    ? { event: listedEvent, warnings: [] }
    : action === 'preview'
      ? await imaginedEvent(file, slug, overrides)
      : await createEventFromProgramme(db, file, slug, overrides)
  const { event, warnings: guesses } = target
  if (action === 'preview') {
    if (target.conference) guesses.push(...(await compareWithListed(db, target.conference)))
    const { report, warnings } = await previewProgramme(db, event, file, { today, choices })
    printReport(output, report, [...guesses, ...warnings], { isJson: values.json, verb: 'would be' })
    return
  }
  const { report, warnings } = await importProgramme(db, event, file, { ...run, choices })
  const { added, changed, moved, removed } = report
  await record(db, event, { programme: file.url ?? file.fileName, added, changed, moved, removed })
  printReport(output, report, [...guesses, ...warnings], { isJson: values.json, verb: '' })
}

async function sourceUrlOf(db: Database, eventId: string): Promise<string> {
  const source = await readSource(db, eventId)
  if (!source?.url)
    throw new Error('The programme of this conference comes from no address: import it from one first')
  return source.url
}

async function exportProgramme(
  { folder, options }: CommandContext,
  output: Output,
  { db, slug, to }: { db: Database; slug: string; to?: string },
) {
  const { SITE_NAME, siteUrl } = readEnv()
  const format = exportFormatOf((options as Given).format, to)
  const programme = (await readProgramme(db, slug))!
  const { body } = programmeFile(programme, format, { name: SITE_NAME, url: siteUrl })!
  if (!to) return output.print(body.trimEnd())
  await writeFile(path.resolve(folder, to), body).catch((error: Error) => {
    throw new Error(`Cannot write the file: ${error.message}`)
  })
  output.print(`${count(programme.talks.length, 'talk was', 'talks were')} written to ${to}`)
}

/** The file or what is at the address, with the choices of the options. */
async function loadProgramme(context: CommandContext, from: string) {
  const values: Given = context.options
  const file = await loadFile(context, from)
  const choices: SyncChoices = values['take-source'] ? { take: true } : {}
  if (values.people) {
    const content = await readGiven(context.folder, values.people)
    if (isSpeakersFile(content)) file.speakers = content
    else choices.people = decisionsOf(content.toString())
  }
  return { file, choices }
}

async function loadFile({ folder, signal, options }: CommandContext, from: string): Promise<ProgrammeFile> {
  const { format: name }: Given = options
  const format = name ? formatOf(name) : undefined
  if (/^https?:\/\//i.test(from)) {
    const fetchSafely = createFetchSafely(outboundSettings(readEnv()))
    const { body, etag, lastModified } = await fetchSafely(from, { maxBytes: limits.programmeFile, signal })
    return { content: body, url: from, etag, lastModified, format }
  }
  const content = await readGiven(folder, from)
  if (content.length > limits.programmeFile) throw new Error(tooLargeMessage)
  return { content, fileName: path.basename(from), format }
}

/** Into the audit trail, when it is done: a command that was interrupted is finished by the next one. */
const record = (db: Database, event: { name: string; slug: string }, after: Record<string, unknown>) =>
  recordAdminAction(db, operatorId, {
    action: 'programme_edited',
    subject: event.name,
    path: `/conferences/${event.slug}`,
    after,
  })

/** Who is who: an object of keys or names of people with the id of a speaker, or null for somebody new; or a list of such. */
function decisionsOf(text: string): Record<string, string | null> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable(
      'The file of people is neither Sessionize’s view Speakers nor JSON with ids of speakers by key',
    )
  }
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((entry) => [String(entry?.key ?? entry?.name), entry?.speaker_id ?? null])
    : Object.entries((value ?? {}) as object)
  return Object.fromEntries(
    entries.map(([key, id]) => {
      if (id !== null && !/^[0-9a-f-]{36}$/i.test(String(id)))
        throw unreadable(
          `The file of people names no speaker for ${key}: write the speaker's id, or null for somebody new`,
        )
      return [key, id as string | null]
    }),
  )
}

function printReport(
  output: Output,
  report: SyncReport,
  warnings: ProgrammeWarning[],
  { isJson, verb }: { isJson: boolean | undefined; verb: string },
) {
  const { added, changed, moved, removed, unchanged, kept, people } = report
  if (isJson) return output.print(JSON.stringify({ ...report, warnings }))
  const is = verb && ` ${verb}`
  output.print(
    `Talks: ${added}${is} added, ${changed} changed, ${moved} moved, ${removed} removed, ${kept} kept as edited here, ${unchanged} as they were`,
  )
  output.print(
    `People: ${people.known} known, ${people.matched} recognised by name, ${people.new} new, ${people.asked} to decide`,
  )
  for (const { kind, from, to, talks, doubtfulOf } of report.renames)
    output.print(
      `The ${kind} ${from} is now called ${to} (${doubtfulOf ? `${talks} of its ${doubtfulOf}` : talks} talks)`,
    )
  for (const { key, text } of warnings) output.print(key ? `${text} (${key})` : text)
}

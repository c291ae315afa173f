import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { operatorId, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { fetchSource } from '#features/sources/fetch-source.server.ts'
import { planSource } from '#features/sources/plan-source.server.ts'
import { readListInThread } from '#features/sources/reading/read-in-thread.server.ts'
import type { SourceFile } from '#features/sources/reading/read-list.server.ts'
import { type LeftOut, type SourceCounts, sourceForm } from '#features/sources/sources.schemas.ts'
import { addSource, findSource, listSources, removeSource } from '#features/sources/sources.server.ts'
import { fetchAndSync } from '#features/sources/sync-due-sources.server.ts'
import { type Source, syncSource } from '#features/sources/sync-source.server.ts'
import { undoNewestRun } from '#features/sources/undo-run.server.ts'
import { count } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import { readEnv } from '#platform/env.ts'
import { createFetchSafely, outboundSettings } from '#platform/fetch-safely.ts'
import { limits } from '#src/limits.ts'
import { type CommandContext, type Output, openMigrated } from './command.ts'

type Action = 'add' | 'list' | 'remove' | 'preview' | 'sync' | 'undo'

/** Does one of the commands for sources of conferences. */
export async function runSourceCommand(
  action: Action,
  context: CommandContext,
  output: Output,
  name: string,
) {
  const { db } = await openMigrated(context)
  if (action === 'add') return add(db, context, output, name)
  if (action === 'list') return list(db, context, output)
  const source = await findSource(db, name)
  if (!source) throw new Error(`There is no source ${name}: hallway source list shows them`)
  if (action === 'remove') {
    await db.transaction((tx) => removeSource(tx, operatorId, source.id))
    return output.print(`Removed ${source.name}. Its conferences stay.`)
  }
  if (action === 'undo') {
    if (!(await undoNewestRun(db, source.id, context))) throw new Error('There is no run to undo')
    await recordAdminAction(db, operatorId, {
      action: 'source_undone',
      subject: source.name,
      path: '/admin/sources',
    })
    return output.print(`The last run of ${source.name} was undone`)
  }
  const { counts, left_out } = await bringIn(db, source, context, action === 'preview')
  if (context.options.json) return output.print(JSON.stringify({ ...counts, left_out }))
  output.print(sentenceOf(counts, action))
  for (const entry of left_out) output.print(`Left out: ${entry.name}. ${entry.reason}`)
}

async function add(db: Database, { options }: CommandContext, output: Output, name: string) {
  const { data, error } = sourceForm.safeParse({
    name,
    format: options.format,
    licence: options.licence ?? '',
    addresses: [options.address ?? []].flat(),
    lists_at_once: options['list-at-once'] === true,
  })
  if (error) {
    const [issue] = error.issues
    throw new Error(
      issue!.path[0] === 'format'
        ? 'Name a format: --format confs.tech, ical, hallway or json-ld'
        : issue!.message,
    )
  }
  const added = await db.transaction((tx) => addSource(tx, operatorId, data))
  if (!added) throw new Error(`There is a source ${name} already`)
  output.print(`Added ${added.name} (${added.licence})`)
}

async function list(db: Database, { options }: CommandContext, output: Output) {
  const sources = await listSources(db)
  if (options.json) return output.print(JSON.stringify(sources))
  if (sources.length === 0) output.print('There are no sources')
  for (const { name, format, licence, linked, proposed, last_error } of sources)
    output.print(
      `${name} (${format}, ${licence}): ${count(linked, 'conference', 'conferences')}, ${proposed} proposed${last_error ? `. Last time: ${last_error}` : ''}`,
    )
}

async function bringIn(
  db: Database,
  source: Source,
  { folder, signal, options }: CommandContext,
  isPreview: boolean,
): Promise<{ counts: SourceCounts; left_out: LeftOut[] }> {
  const env = readEnv()
  const today = new Date().toISOString().slice(0, 10)
  const run = { site: { name: env.SITE_NAME, url: env.siteUrl }, today, signal, isAll: options.all === true }
  const fetchSafely = createFetchSafely(outboundSettings(env))
  const ofRun = async (counts: SourceCounts) => ({
    counts,
    left_out: (await findSource(db, source.name))?.left_out ?? [],
  })
  if (!options.file && !isPreview)
    return ofRun((await fetchAndSync(db, { ...source, etags: {} }, { ...run, fetchSafely }))!)
  const files = options.file
    ? await readFiles(path.resolve(folder, String(options.file)))
    : (await fetchSource({ ...source, etags: {} }, { fetchSafely, today, signal }))!.files
  const { format, topic_names: topicNames } = source
  const entries = await readListInThread({ format, files, topicNames })
  if (!isPreview) return ofRun(await syncSource(db, source, entries, run))
  const { counts, leftOut: left_out } = await planSource(db, source, entries, run)
  return { counts, left_out }
}

/** A file, or all files of a folder and its folders. */
async function readFiles(file: string): Promise<SourceFile[]> {
  try {
    const isFolder = (await stat(file)).isDirectory()
    const names = isFolder
      ? (await readdir(file, { recursive: true })).filter((name) => /\.(?:json|ics|csv|html?)$/i.test(name))
      : ['']
    const files: SourceFile[] = []
    let bytes = 0
    for (const name of names) {
      const content = await readFile(path.join(file, name))
      bytes += content.length
      if (bytes > limits.programmeFile)
        throw new Error(`it has more than ${limits.programmeFile / 1024 / 1024} MB`)
      files.push({ name: name || path.basename(file), content })
    }
    return files
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

const sentenceOf = (counts: SourceCounts, action: Action) =>
  `${action === 'preview' ? 'A run would find' : 'The run found'} ${count(counts.new, 'new conference', 'new conferences')}, ${counts.perhaps} perhaps listed already, ${counts.same} known, ${counts.changed} changed, ${counts.gone} gone, ${counts.kept} kept as edited here, ${counts.skipped} left out`

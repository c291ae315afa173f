import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { operatorId } from '#features/administration/admin-actions.server.ts'
import { acceptSeries, findSeries, storeProposals } from '#features/series/series-proposals.server.ts'
import { count } from '#lib/text.ts'
import { rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { type Command, openMigrated } from './command.ts'

const acceptedFile = z.array(
  z.object({
    name: z.string().trim().min(2).max(limits.eventName),
    editions: z.array(z.string()).min(2),
  }),
)

const slugsOf = (editions: { slug: string }[]) => editions.map(({ slug }) => slug).join(', ')

export const seriesCommands: Record<string, Command> = {
  'series propose': {
    usage: 'series propose [--json]',
    help: 'proposes conferences that look like the editions of one, for administrators to accept',
    parameters: [],
    options: {
      json: { type: 'boolean', help: 'prints all of them on one line, as `series accept` takes them' },
    },
    async run(context, output) {
      const { db } = await openMigrated(context)
      const proposed = await findSeries(db, context.signal)
      await storeProposals(db, proposed)
      if (context.options.json) {
        const lines = proposed
          .filter(({ editions }) => editions.length > 1)
          .map(({ name, editions, score }) => ({
            name,
            editions: editions.map(({ slug }) => slug),
            score,
          }))
        return output.print(JSON.stringify(lines))
      }
      for (const { name, editions, unconfirmed, score } of proposed)
        output.print(
          `${name} (${score}): ${slugsOf(editions)}${unconfirmed.length > 0 ? `; unconfirmed: ${slugsOf(unconfirmed)}` : ''}`,
        )
      output.print(
        proposed.length > 0
          ? `${count(proposed.length, 'series is', 'series are')} proposed on /admin/series`
          : 'No conferences look like the editions of one',
      )
    },
  },
  'series accept': {
    usage: 'series accept FILE',
    help: 'makes the conferences of a file series, in the form that `series propose --json` prints',
    parameters: ['file'],
    async run(context, output, file) {
      const { db } = await openMigrated(context)
      const list = readList(await readFile(file!, 'utf8'))
      let joined = 0
      for (const { name, editions } of list) {
        context.signal?.throwIfAborted()
        const events = await rows<{ id: string; slug: string }>(db)`
          select id, slug from events where slug = any (${sql.param(editions)}::text[])`
        const unknown = editions.filter((slug) => events.every((event) => event.slug !== slug))
        if (unknown.length > 0) output.printError(`${name}: not listed: ${unknown.join(', ')}`)
        const event_ids = events.map(({ id }) => id)
        const accepted = await db.transaction((tx) =>
          acceptSeries(tx, operatorId, { name, series_id: null, event_ids }, true),
        )
        if (accepted === null) output.printError(`${name}: its conferences belong to several series already`)
        joined += accepted?.joined ?? 0
      }
      output.print(`${count(joined, 'conference', 'conferences')} joined a series`)
    },
  },
}

function readList(text: string) {
  try {
    return acceptedFile.parse(JSON.parse(text))
  } catch {
    throw new Error('The file is not a list of series, as `series propose --json` prints it.')
  }
}

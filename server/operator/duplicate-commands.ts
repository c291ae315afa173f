import { findDuplicates } from '#features/listing/duplicates.server.ts'
import { count } from '#lib/text.ts'
import { type Command, openMigrated } from './command.ts'

export const duplicateCommands: Record<string, Command> = {
  duplicates: {
    usage: 'duplicates [--json]',
    help: 'prints the conferences that are listed twice, and those that perhaps are',
    parameters: [],
    options: {
      json: {
        type: 'boolean',
        help: 'prints their slugs on one line: {"same":[[slug,slug],…],"perhaps":[…]}',
      },
    },
    async run(context, output) {
      const { db } = await openMigrated(context)
      const pairs = await findDuplicates(db)
      const { same = [], perhaps = [] } = Object.groupBy(pairs, ({ verdict }) => verdict)
      if (context.options.json) {
        const slugsOf = (list: typeof pairs) => list.map(({ one, other }) => [one.slug, other.slug])
        return output.print(JSON.stringify({ same: slugsOf(same), perhaps: slugsOf(perhaps) }))
      }
      for (const { verdict, one, other, reasons } of [...same, ...perhaps])
        output.print(
          `${verdict}: ${one.slug} and ${other.slug}: ${reasons.map(({ text }) => text).join(' ')}`,
        )
      output.print(
        `${count(same.length, 'pair is', 'pairs are')} the same, ${count(perhaps.length, 'pair', 'pairs')} perhaps`,
      )
    },
  },
}

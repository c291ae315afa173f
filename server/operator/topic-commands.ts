import { proposeTopicsOfNames } from '#features/topics/topic-proposals.server.ts'
import { count } from '#lib/text.ts'
import { type Command, openMigrated } from './command.ts'

/** Conferences that a line names. */
const namedConferences = 5

export const topicCommands: Record<string, Command> = {
  'topics propose': {
    usage: 'topics propose [--json]',
    help: 'proposes topics that the names of conferences name, for administrators to accept',
    parameters: [],
    options: { json: { type: 'boolean', help: 'prints all of them as JSON' } },
    async run(context, output) {
      const { db } = await openMigrated(context)
      const proposed = await proposeTopicsOfNames(db, context.signal)
      if (context.options.json) return output.print(JSON.stringify(proposed, null, 2))
      for (const { topic, is_new, conferences } of proposed) {
        const names = conferences.slice(0, namedConferences).map(({ name }) => name)
        const rest = conferences.length - names.length
        output.print(
          `${topic}${is_new ? ' (new)' : ''}: ${count(conferences.length, 'conference', 'conferences')}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
        )
      }
      output.print(
        proposed.length > 0
          ? `${count(proposed.length, 'topic is', 'topics are')} proposed in Topic Management`
          : 'No name of a conference names a topic that it does not have',
      )
    },
  },
}

import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })

/** Looks for topics in the names of all conferences. */
export function ProposeFromNames() {
  const propose = useAction(api.topicProposals.proposeFromNames, {
    success: ({ topics, conferences }) =>
      topics > 0
        ? `${count(topics, 'topic', 'topics')} proposed for ${count(conferences, 'conference', 'conferences')}`
        : 'No name of a conference names a topic that it does not have',
    failure,
  })
  return (
    <Button size="small" look="outline" disabled={propose.isPending} onClick={() => propose.mutate({})}>
      Look for topics in the names of conferences
    </Button>
  )
}

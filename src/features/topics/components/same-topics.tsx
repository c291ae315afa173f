import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { SameTopics as Group } from '../topics.schemas.ts'
import { topicFailure } from './topic-failure.ts'

/** Merges a topic into another one. */
export const useTopicMerge = (options: { onSuccess?: () => void; hasForm?: boolean } = {}) =>
  useAction(api.topics.merge, {
    ...options,
    success: 'Topic updated successfully!',
    failure: topicFailure('update'),
  })

/** Topics of one subject, to be merged. */
export function SameTopics({ groups }: { groups: Group[] }) {
  const merge = useTopicMerge()
  return (
    <ul>
      {groups.flatMap(({ into, topics }) =>
        topics.map((topic) => (
          <li key={topic.id} className="flex flex-wrap items-center gap-3 border-b border-hairline py-3">
            <p className="min-w-0 flex-[1_1_14rem] [overflow-wrap:anywhere]">
              <strong>{topic.name}</strong> {count(topic.event_count, 'conference', 'conferences')}
            </p>
            <Button
              size="small"
              look="outline"
              disabled={merge.isPending}
              onClick={() => merge.mutate({ id: topic.id, into_id: into.id })}
            >
              Merge<span className="sr-only"> {topic.name}</span> into {into.name} ({into.event_count})
            </Button>
          </li>
        )),
      )}
    </ul>
  )
}

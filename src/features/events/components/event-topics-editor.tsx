import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { Section } from '#components/ui/section.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { api } from '#lib/api.ts'
import { toast } from '#lib/toasts.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = { event: Pick<EventDetail, 'id' | 'tags'>; topics: PopularTopic[] }

/** What a conference is about: choose a topic and add it, or take one off. */
export function EventTopicsEditor({ event, topics }: Props) {
  const id = useId()
  const [topic, setTopic] = useState('')
  const add = useMutation({
    ...api.events.addTag.mutationOptions(),
    onSuccess: () => setTopic(''),
    meta: { success: 'Topic added successfully', failure: 'Failed to add topic' },
  })
  const remove = useMutation({
    ...api.events.removeTag.mutationOptions(),
    meta: { success: 'Topic removed successfully', failure: 'Failed to remove topic' },
  })
  return (
    <Section anchor="topics" title="Topics">
      {event.tags.length === 0 ? (
        <p className="text-quiet">No topics yet. Topics help people find this conference.</p>
      ) : (
        <ul aria-label="Topics of this event" className="flex flex-wrap gap-2">
          {event.tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center rounded-sm border border-hairline bg-wash pl-2.5"
            >
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ event_id: event.id, tag })}
                className="inline-flex size-7 items-center justify-center hover:text-accent"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        method="post"
        onSubmit={(submit) => {
          submit.preventDefault()
          if (event.tags.includes(topic)) toast('notice', 'This topic is already added to the event')
          else add.mutate({ event_id: event.id, tag: topic })
        }}
        className="mt-4 flex flex-wrap gap-3"
      >
        <label htmlFor={id} className="sr-only">
          Topic
        </label>
        <Select
          id={id}
          value={topic}
          onChange={(change) => setTopic(change.currentTarget.value)}
          className="min-w-0 flex-[0_1_20rem]"
        >
          <option value="">Choose a topic</option>
          {topics.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Button type="submit" look="outline" disabled={topic === '' || add.isPending}>
          Add
        </Button>
      </form>
    </Section>
  )
}

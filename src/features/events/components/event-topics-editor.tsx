import { type ComponentProps, useId } from 'react'
import { z } from 'zod'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useServedForm } from '#components/forms/use-served-form.ts'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { RemovableChip } from '#components/ui/removable-chip.tsx'
import { Section } from '#components/ui/section.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { fold } from '#lib/text.ts'
import { toast } from '#lib/toasts.ts'
import { useAction } from '#lib/use-action.ts'
import type { EventDetail } from '../events.schemas.ts'

const addFailure = 'Failed to add topic'

type Props = { event: Pick<EventDetail, 'id' | 'tags'>; topics: PopularTopic[] }

/** What a conference is about: choose a topic and add it, or take one off. */
export function EventTopicsEditor({ event, topics }: Props) {
  const { form, posted, isReady } = useServedForm({
    name: `topic of ${event.id}`,
    schema: z.object({ tag: z.string() }),
    defaultValues: { tag: '' },
  })
  const typed = fold(form.watch('tag').trim())
  const topicNamed = (text: string) => topics.find(({ name }) => fold(name) === fold(text.trim()))?.name
  const topic = topicNamed(typed)
  const { add, propose, remove } = useTopicChanges(() => form.reset({ tag: '' }))
  return (
    <Section anchor="topics" title="Topics">
      <TopicChips {...{ event, remove }} />
      <form
        method="post"
        onSubmit={(submit) => {
          submit.preventDefault()
          // What the field holds now: it may have been sent before this was rendered with it.
          const topic = topicNamed(form.getValues('tag'))
          if (!topic) return
          if (event.tags.includes(topic)) toast('notice', 'This topic is already added to the event')
          else add.mutate({ event_id: event.id, tag: topic })
        }}
        className="mt-4 flex flex-wrap gap-3"
      >
        <TopicInput topics={topics} {...form.register('tag')} />
        <Button type="submit" look="outline" disabled={isReady && (!topic || add.isPending)}>
          Add
        </Button>
        <div className="basis-full empty:hidden">
          <FormStatus
            name={`topic of ${event.id}`}
            error={add.error ?? remove.error ?? propose.error}
            message={add.error ? failureText(add.error, addFailure) : posted?.message}
          />
          {isReady && typed !== '' && !topic && !topics.some(({ name }) => fold(name).includes(typed)) && (
            <MissingTopic
              isProposed={propose.isSuccess && fold(propose.variables.name) === typed}
              isPending={propose.isPending}
              onPropose={() => propose.mutate({ name: form.getValues('tag').trim() })}
            />
          )}
        </div>
      </form>
    </Section>
  )
}

type ChipsProps = Pick<Props, 'event'> & Pick<ReturnType<typeof useTopicChanges>, 'remove'>

const TopicChips = ({ event, remove }: ChipsProps) =>
  event.tags.length === 0 ? (
    <p className="text-quiet">No topics yet. Topics help people find this conference.</p>
  ) : (
    <ul aria-label="Topics of this event" className="flex flex-wrap gap-2">
      {event.tags.map((tag) => (
        <RemovableChip
          key={tag}
          label={tag}
          disabled={remove.isPending}
          onRemove={() => remove.mutate({ event_id: event.id, tag })}
        />
      ))}
    </ul>
  )

function TopicInput({ topics, ...input }: Pick<Props, 'topics'> & ComponentProps<'input'>) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Topic
      </label>
      <TextInput
        id={id}
        list={`${id}-topics`}
        autoComplete="off"
        placeholder="Choose a topic"
        className="min-w-0 flex-[0_1_20rem]"
        {...input}
      />
      <datalist id={`${id}-topics`}>
        {topics.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function useTopicChanges(onAdded: () => void) {
  const add = useAction(api.events.addTag, {
    onSuccess: onAdded,
    success: 'Topic added successfully',
    failure: addFailure,
    hasForm: true,
  })
  const propose = useAction(api.topicProposals.propose, { success: 'Topic proposed', hasForm: true })
  const remove = useAction(api.events.removeTag, {
    success: 'Topic removed successfully',
    failure: 'Failed to remove topic',
    hasForm: true,
  })
  return { add, propose, remove }
}

type MissingTopicProps = { isProposed: boolean; isPending: boolean; onPropose: () => void }

const MissingTopic = ({ isProposed, isPending, onPropose }: MissingTopicProps) => (
  <div role="status" className="text-[0.9375rem]">
    {isProposed ? (
      'Proposed. You will be notified when an administrator has reviewed it.'
    ) : (
      <>
        <span className="text-quiet">This topic does not exist yet.</span>{' '}
        <button type="button" disabled={isPending} onClick={onPropose} className="link py-1">
          Propose it
        </button>
      </>
    )}
  </div>
)

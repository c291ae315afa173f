import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { useServedForm } from '#components/forms/use-served-form.ts'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { type ManagedTopic, topicForm } from '../topics.schemas.ts'
import { EditTopicDialog } from './edit-topic-dialog.tsx'
import { topicFailure } from './topic-failure.ts'

export function AddTopicForm() {
  const { form, posted, isReady } = useServedForm({
    name: 'new topic',
    schema: topicForm,
    defaultValues: { name: '' },
  })
  const add = useAction(api.topics.create, {
    onSuccess: () => form.reset({ name: '' }),
    success: 'Topic added successfully!',
    failure: topicFailure('add'),
    hasForm: true,
  })
  const isBlank = form.watch('name').trim() === ''
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => !add.isPending && add.mutate(values))}
      className="flex flex-wrap items-end gap-3"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <FormField label="Topic Name" error={form.formState.errors.name?.message}>
          {(control) => (
            <TextInput
              autoComplete="off"
              maxLength={limits.topicName}
              className="w-full"
              {...control}
              {...form.register('name')}
            />
          )}
        </FormField>
      </div>
      <Button type="submit" disabled={(isReady && isBlank) || add.isPending}>
        {add.isPending ? 'Adding...' : 'Add'}
      </Button>
      <div className="basis-full empty:hidden">
        <FormStatus
          name="new topic"
          error={add.error}
          message={add.error ? failureText(add.error, topicFailure('add')) : posted?.message}
        />
      </div>
    </form>
  )
}

export function ManagedTopics({ topics }: { topics: ManagedTopic[] }) {
  const [topicToEdit, setTopicToEdit] = useState<ManagedTopic | null>(null)
  const [topicToDelete, setTopicToDelete] = useState<ManagedTopic | null>(null)
  return (
    <>
      <ul className="gap-x-10 sm:columns-2">
        {topics.map((topic) => (
          <li
            key={topic.id}
            className="flex break-inside-avoid items-center gap-3 border-b border-hairline py-1.5"
          >
            <div className="min-w-0 flex-1">
              <Link
                to="/topics/$topicName"
                params={{ topicName: topic.name }}
                className="font-semibold hover:text-accent hover:underline"
              >
                {topic.name}
              </Link>{' '}
              <span className="text-sm whitespace-nowrap text-quiet tabular-nums">
                {count(topic.event_count, 'conference', 'conferences')}
              </span>
            </div>
            <IconButton
              icon={Pencil}
              title="Edit"
              label={`Edit ${topic.name}`}
              onClick={() => setTopicToEdit(topic)}
            />
            <IconButton
              icon={Trash2}
              title="Delete"
              label={`Delete ${topic.name}`}
              onClick={() => setTopicToDelete(topic)}
            />
          </li>
        ))}
      </ul>
      {topicToEdit && <EditTopicDialog topic={topicToEdit} onClose={() => setTopicToEdit(null)} />}
      {topicToDelete && <DeleteTopicDialog topic={topicToDelete} onClose={() => setTopicToDelete(null)} />}
    </>
  )
}

function DeleteTopicDialog({ topic, onClose }: { topic: ManagedTopic; onClose: () => void }) {
  const remove = useAction(api.topics.remove, {
    onSettled: onClose,
    success: 'Topic deleted successfully!',
    failure: topicFailure('delete'),
  })
  return (
    <ConfirmDialog
      title="Delete this topic?"
      action={remove.isPending ? 'Deleting...' : 'Delete topic'}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: topic.id })}
      onClose={onClose}
    >
      <p>
        {`Are you absolutely sure? This action cannot be undone. This will permanently delete the topic "${topic.name}".`}
        {topic.event_count > 0 &&
          ` It will be removed from ${count(topic.event_count, 'conference', 'conferences')}.`}
      </p>
    </ConfirmDialog>
  )
}

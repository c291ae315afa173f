import { zodResolver } from '@hookform/resolvers/zod'
import { isDefinedError } from '@orpc/client'
import { useForm } from 'react-hook-form'
import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import { type ManagedTopic, topicForm } from '../topics.schemas.ts'
import { useTopicMerge } from './same-topics.tsx'
import { topicFailure } from './topic-failure.ts'

/** Renames a topic and its tags. If the name belongs to another topic, offers to merge the two. */
export function EditTopicDialog({ topic, onClose }: { topic: ManagedTopic; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(topicForm), defaultValues: { name: topic.name } })
  const rename = useAction(api.topics.rename, {
    onSuccess: onClose,
    success: 'Topic updated successfully!',
    failure: topicFailure('update'),
    hasForm: true,
  })
  const error = rename.error
  const other = isDefinedError(error) && error.code === 'CONFLICT' ? error.data : null
  const isBlank = form.watch('name').trim() === ''
  return (
    <Dialog title="Edit Topic" onClose={onClose}>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ name }) => !rename.isPending && rename.mutate({ id: topic.id, name }))}
        className="grid gap-4"
      >
        <FormField label="Topic Name" error={form.formState.errors.name?.message}>
          {(control) => (
            <TextInput
              autoComplete="off"
              maxLength={limits.topicName}
              {...control}
              {...form.register('name', { onChange: () => rename.reset() })}
            />
          )}
        </FormField>
        {other && <MergeOffer {...{ topic, other, onClose }} />}
        {!other && error && (
          <FormStatus name="topic" error={error} message={failureText(error, topicFailure('update'))} />
        )}
        <FormButtons disabled={isBlank || rename.isPending} onCancel={onClose}>
          {rename.isPending ? 'Saving...' : 'Save Changes'}
        </FormButtons>
      </form>
    </Dialog>
  )
}

type MergeProps = { topic: ManagedTopic; other: { id: string; name: string }; onClose: () => void }

function MergeOffer({ topic, other, onClose }: MergeProps) {
  const merge = useTopicMerge({ onSuccess: onClose, hasForm: true })
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p>
        There is already a topic “{other.name}”. Merging moves everything from “{topic.name}” to it and
        deletes “{topic.name}”.
      </p>
      <Button
        look="outline"
        disabled={merge.isPending}
        onClick={() => merge.mutate({ id: topic.id, into_id: other.id })}
      >
        {merge.isPending ? 'Merging...' : `Merge into ${other.name}`}
      </Button>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { FormStatus } from '#components/forms/form-status.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { DecidedProposals } from '#components/layout/decided-proposals.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { TopicProposal } from '../topics.schemas.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })
const words = {
  accept: 'Add',
  accepted: 'Added',
  success: 'Topic added successfully!',
  one: 'topic',
  many: 'topics',
}

type Props = {
  proposals: TopicProposal[]
  /** The names of all topics. */
  topicNames: string[]
}

export const TopicProposals = ({ proposals, topicNames }: Props) => (
  <>
    <datalist id="topic-names">
      {topicNames.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
    <DecidedProposals
      proposals={proposals}
      procedures={api.topicProposals}
      words={words}
      content={(proposal) => (
        <>
          <p>
            <strong dir="auto">{proposal.name}</strong>{' '}
            <span className="text-[0.9375rem] text-quiet">
              {proposal.is_new && 'new '}
              <Origin proposal={proposal} />
            </span>
          </p>
          <AddAs proposal={proposal} />
        </>
      )}
      consequence={(chosen, isAccepted) => (
        <>
          {isAccepted && chosen.some(({ event_count }) => event_count > 0) && (
            <p>The conferences that they are proposed for get them.</p>
          )}
          {chosen.some(({ proposed_by }) => proposed_by) && (
            <p>The members who proposed them are notified.</p>
          )}
        </>
      )}
      failure={failure}
    />
  </>
)

/** Adds a proposed topic under another name; that of an existing topic says that they are the same. */
function AddAs({ proposal: { id, name } }: { proposal: TopicProposal }) {
  const accept = useAction(api.topicProposals.accept, { success: words.success, failure })
  const form = usePostedForm('accept-topic')
  const posted = form?.values.id === id ? form : undefined
  return (
    <details open={posted !== undefined}>
      <summary className="link w-fit">Another name</summary>
      <form
        method="post"
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const newName = String(new FormData(event.currentTarget).get('name')).trim()
          if (newName) accept.mutate({ id, name: newName })
        }}
      >
        <input type="hidden" name="id" value={id} />
        <TextInput
          name="name"
          list="topic-names"
          aria-label={`Another name for ${name}, or the topic that is the same`}
          defaultValue={posted?.values.name ?? name}
          className="min-w-0 flex-[1_1_12rem]"
        />
        <Button type="submit" size="small" look="outline" disabled={accept.isPending}>
          Add<span className="sr-only"> {name} under this name</span>
        </Button>
        <FormStatus name="accept-topic" message={posted?.message ?? posted?.errors?.name} />
      </form>
    </details>
  )
}

/** Who proposes a topic, and for what conferences. */
function Origin({ proposal: { proposed_by, event_count, event_names } }: { proposal: TopicProposal }) {
  const rest = event_count - event_names.length
  return (
    <>
      {proposed_by && (
        <>
          by{' '}
          <Link to="/admin/users/$id" params={{ id: proposed_by.id }} className="link">
            {proposed_by.full_name ?? 'Unnamed User'}
          </Link>{' '}
        </>
      )}
      {event_count > 0 && (
        <>
          for {count(event_count, 'conference', 'conferences')}: {event_names.join(', ')}
          {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
        </>
      )}
    </>
  )
}

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

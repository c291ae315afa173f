import type { FormEvent } from 'react'
import { ActionButton } from '#components/forms/post-form.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { type Selection, SelectRow } from '#components/layout/selection.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextArea, TextInput } from '#components/ui/field.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { readDraft, storeDraft } from '#lib/drafts.ts'
import { useAction } from '#lib/use-action.ts'
import { decisionWords } from '../decision-words.ts'
import type { DecisionState, OpenDecision } from '../decisions.schemas.ts'
import { fieldOf } from '../decisions.ts'
import { EvidenceOf } from './evidence.tsx'

type Props = { decision: OpenDecision; state: DecisionState; selection?: Selection<OpenDecision> }

export function DecisionCard({ decision, state, selection }: Props) {
  const { kind, id, name, path, is_doubtful, created_at, asked_by, evidence } = decision
  const { one, accepted, rejected, messages } = decisionWords[kind]
  const isClaim = messages !== undefined
  const done = state === 'accepted' ? accepted : rejected
  return (
    <li
      tabIndex={-1}
      data-decision
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-hairline py-4 first:pt-0 focus-visible:outline-2"
    >
      {selection && <SelectRow selection={selection} row={decision} name={name} />}
      {evidence.picture && (
        <img src={evidence.picture} alt="" loading="lazy" className="size-9 object-cover" />
      )}
      <div className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        <p>
          {path ? (
            <PlainLink to={path} dir="auto" className="link font-semibold">
              {name || 'Unknown Event'}
            </PlainLink>
          ) : (
            <strong dir="auto">{name}</strong>
          )}{' '}
          {!selection && state === 'open' && <Badge>{one}</Badge>}{' '}
          {isClaim && <Badge>{state === 'open' ? 'Pending' : done}</Badge>}{' '}
          {is_doubtful && <Badge look="strong">doubtful</Badge>}
        </p>
        <EvidenceOf id={id} evidence={evidence} />
        <div className="text-sm text-quiet">
          {(asked_by || isClaim) && (
            <p>
              {isClaim && 'Claimed by '}
              <PersonLink person={asked_by} missing="Unknown user" />
              {asked_by &&
                `, member since ${shortDay(asked_by.member_since.slice(0, 10))}, ${asked_by.accepted} accepted and ${asked_by.rejected} rejected before`}
            </p>
          )}
          <p>
            {isClaim && 'Submitted '}
            <Moment at={created_at} />
          </p>
          {evidence.decided_at && (
            <p>
              {done} <Moment at={evidence.decided_at} /> by{' '}
              <PersonLink person={evidence.decided_by ?? null} missing="Unknown admin" />
            </p>
          )}
        </div>
      </div>
      {state === 'open' ? <Verdict decision={decision} /> : <Reopen decision={decision} state={state} />}
    </li>
  )
}

const useReopening = () => useAction(api.decisions.reopen, { success: 'It waits for a decision again' })

function Reopen({ decision: { kind, id, name }, state }: Props) {
  const reopen = useReopening()
  return (
    <Button
      size="small"
      look="outline"
      disabled={reopen.isPending}
      onClick={() => reopen.mutate({ kind, id })}
    >
      {state === 'accepted' ? 'Undo' : 'Ask again'}
      <span className="sr-only"> about {name}</span>
    </Button>
  )
}

function useVerdict({ kind, id, name }: OpenDecision, isAccepted: boolean) {
  const { accepted, rejected, messages, failures } = decisionWords[kind]
  const answer = isAccepted ? 0 : 1
  const message = messages?.[answer]
  const reopen = useReopening()
  // The log of changes takes back the others.
  const isReopened = isAccepted && (message || kind === 'report' || kind === 'invitation')
  return useAction(api.decisions.decide, {
    success: message ?? `${isAccepted ? accepted : rejected} ${name}`,
    failure: (reason) => (failures?.[answer] ?? '') + reason,
    undo: () => (isReopened ? () => reopen.mutate({ kind, id }) : undefined),
  })
}

/** What was typed, and the fields of a suggestion that were ticked. */
function choiceIn(form: HTMLFormElement | null, { kind, id }: OpenDecision) {
  const typed = new FormData(form ?? undefined)
  return {
    words: (typed.get(`words ${id}`) as string | null) ?? undefined,
    fields: kind === 'suggestion' ? [...typed.keys()].flatMap((name) => fieldOf(name, id) ?? []) : undefined,
  }
}

/** Without script the buttons post what they decide about: its kind, its id and what was chosen. */
function Verdict({ decision }: Pick<Props, 'decision'>) {
  const { kind, id, name, evidence } = decision
  const { accept, reject, words } = decisionWords[kind]
  const [acceptance, rejection] = [useVerdict(decision, true), useVerdict(decision, false)]
  const isPending = acceptance.isPending || rejection.isPending
  const button = (isAccepted: boolean, label: string, option = evidence.option ?? undefined) => (
    <ActionButton
      key={label}
      size="small"
      form="decision"
      name={isAccepted ? 'accept' : 'reject'}
      value={[kind, id, option].filter(Boolean).join(' ')}
      look={isAccepted ? (label === accept ? 'primary' : 'outline') : 'quiet'}
      isPending={isPending}
      onPress={(form) => {
        const verdict = { kind, id, is_accepted: isAccepted, option, ...choiceIn(form, decision) }
        ;(isAccepted ? acceptance : rejection).mutate(verdict)
      }}
    >
      {label}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  )
  return (
    <div className="grid max-w-full grid-cols-[minmax(0,auto)] justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        {button(true, accept)}
        {evidence.choices?.map(({ option, label }) => button(true, label, option))}
        {reject && button(false, reject)}
      </div>
      {words && <Words decision={decision} />}
    </div>
  )
}

/** Words of one's own stay in this tab. */
function Words({ decision: { kind, id, name } }: Pick<Props, 'decision'>) {
  const { words } = decisionWords[kind]
  const restore = (field: HTMLInputElement | HTMLTextAreaElement | null) => {
    const draft = readDraft<{ words: string }>(id)?.values.words
    if (field && draft && !field.value) field.value = draft
  }
  const common = {
    ref: restore,
    form: 'post-decision',
    name: `words ${id}`,
    'aria-label': `${words}: ${name}`,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      storeDraft(id, { values: { words: currentTarget.value } }),
    className: 'max-w-full',
  }
  if (kind === 'speaker_claim')
    return (
      <TextArea
        rows={2}
        placeholder="Rejection reason (optional but recommended)"
        {...common}
        className="w-80 max-w-full"
      />
    )
  return (
    <details>
      <summary className="link w-fit text-sm">{words}</summary>
      <TextInput list={`${kind}-names`} {...common} />
    </details>
  )
}

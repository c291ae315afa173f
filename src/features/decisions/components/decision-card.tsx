import { useRef } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Moment } from '#components/layout/moment.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { type Selection, SelectRow } from '#components/layout/selection.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import { decisionWords } from '../decision-words.ts'
import type { DecisionState, OpenDecision } from '../decisions.schemas.ts'
import { fieldOf } from '../decisions.ts'
import { EvidenceOf } from './evidence.tsx'

type Props = { decision: OpenDecision; state: DecisionState; selection?: Selection<OpenDecision> }

export function DecisionCard({ decision, state, selection }: Props) {
  const { kind, name, path, is_doubtful, created_at, asked_by } = decision
  return (
    <li
      tabIndex={-1}
      data-decision
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-hairline py-4 first:pt-0 focus-visible:outline-2"
    >
      {selection && <SelectRow selection={selection} row={decision} name={name} />}
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <p>
          {path ? (
            <PlainLink to={path} dir="auto" className="link font-semibold">
              {name}
            </PlainLink>
          ) : (
            <strong dir="auto">{name}</strong>
          )}{' '}
          {!selection && <Badge>{decisionWords[kind].one}</Badge>}{' '}
          {is_doubtful && <Badge look="strong">doubtful</Badge>}
        </p>
        <EvidenceOf id={decision.id} evidence={decision.evidence} />
        <p className="text-sm text-quiet">
          {asked_by && (
            <>
              <PersonLink person={asked_by} />, member since {shortDay(asked_by.member_since.slice(0, 10))},{' '}
              {asked_by.accepted + asked_by.rejected === 0
                ? 'nothing decided before'
                : `${asked_by.accepted} accepted and ${asked_by.rejected} rejected before`}
              {' · '}
            </>
          )}
          <Moment at={created_at} />
        </p>
      </div>
      {state === 'open' ? <Verdict decision={decision} /> : <AskAgain decision={decision} />}
    </li>
  )
}

const useReopening = () => useAction(api.decisions.reopen, { success: 'It waits for a decision again' })

function AskAgain({ decision: { kind, id, name } }: Pick<Props, 'decision'>) {
  const reopen = useReopening()
  return (
    <Button
      size="small"
      look="outline"
      disabled={reopen.isPending}
      onClick={() => reopen.mutate({ kind, id })}
    >
      Ask again<span className="sr-only"> about {name}</span>
    </Button>
  )
}

function useVerdict({ kind, id, name }: OpenDecision, isAccepted: boolean) {
  const { accepted, rejected } = decisionWords[kind]
  const reopen = useReopening()
  // The log of changes takes back the others.
  const isApproval = isAccepted && kind.endsWith('_claim')
  return useAction(api.decisions.decide, {
    onError: useRefreshOnRefusal(),
    success: `${isAccepted ? accepted : rejected} ${name}`,
    undo: () => (isApproval ? () => reopen.mutate({ kind, id }) : undefined),
  })
}

/** The ticked fields of a decision. */
const chosenFields = (form: HTMLFormElement | null, id: string) =>
  form ? [...new FormData(form).keys()].flatMap((name) => fieldOf(name, id) ?? []) : undefined

/** Without script the buttons post what they decide about: its kind, its id and what was chosen. */
function Verdict({ decision }: Pick<Props, 'decision'>) {
  const { kind, id, name, evidence } = decision
  const { accept, reject, words } = decisionWords[kind]
  const typed = useRef<HTMLInputElement>(null)
  const [acceptance, rejection] = [useVerdict(decision, true), useVerdict(decision, false)]
  const isPending = acceptance.isPending || rejection.isPending
  const button = (isAccepted: boolean, label: string, option = evidence.option ?? undefined) => (
    <Button
      key={label}
      size="small"
      type="submit"
      form="post-decision"
      name={isAccepted ? 'accept' : 'reject'}
      value={[kind, id, option].filter(Boolean).join(' ')}
      look={isAccepted ? (label === accept ? 'primary' : 'outline') : 'quiet'}
      aria-disabled={isPending}
      onClick={(click) => {
        click.preventDefault()
        if (isPending) return
        const verdict = { is_accepted: isAccepted, option, words: typed.current?.value || undefined }
        const fields = evidence.changes?.some(({ field }) => field)
          ? chosenFields(click.currentTarget.form, id)
          : undefined
        ;(isAccepted ? acceptance : rejection).mutate({ kind, id, ...verdict, fields })
      }}
    >
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  )
  return (
    <div className="grid max-w-full justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        {button(true, accept)}
        {evidence.choices?.map(({ option, label }) => button(true, label, option))}
        {reject && button(false, reject)}
      </div>
      {words && (
        <details>
          <summary className="link w-fit text-sm">{words}</summary>
          <TextInput
            ref={typed}
            form="post-decision"
            name={`words ${id}`}
            list={`${kind}-names`}
            aria-label={`${words}: ${name}`}
            className="max-w-full"
          />
        </details>
      )}
    </div>
  )
}

import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import type { PersonToDecide } from '../syncs/programme-syncs.schemas.ts'

const samePrefix = 'same:'
const sameAs = (key: string) => samePrefix + key

/** A choice as the API takes it. */
export const decisionOf = (choice: string | null) =>
  choice?.startsWith(samePrefix)
    ? { speaker_id: null, same_as: choice.slice(samePrefix.length) }
    : { speaker_id: choice }

type Choices = Record<string, string | null>
type Props = {
  people: PersonToDecide[]
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** People of the source of whom somebody has to say which speaker they are. */
export function PeopleToDecide(props: Props) {
  if (props.people.length === 0) return null
  return (
    <Section title="People to match" anchor="people" className="scroll-mt-4">
      <PersonChoices {...props} />
    </Section>
  )
}

/** People with the name of one speaker, who are that speaker unless somebody says otherwise. */
export function RecognisedPeople(props: Props) {
  const { length } = props.people
  if (length === 0) return null
  return (
    <details>
      <summary className="link w-fit">
        {count(length, 'person', 'people')} recognised by name, look if you like
      </summary>
      <PersonChoices {...props} />
    </details>
  )
}

const PersonChoices = ({ people, choices, onChoose }: Props) =>
  people.map((person) => (
    <PersonChoice
      key={person.key}
      person={person}
      value={person.key in choices ? choices[person.key]! : person.speaker_id}
      onChoose={(id) => onChoose({ ...choices, [person.key]: id })}
    />
  ))

type PersonProps = {
  person: PersonToDecide
  /** The id of a speaker, or sameAs() somebody else of the source; null for a new one. */
  value: string | null
  onChoose: (id: string | null) => void
}

function PersonChoice({ person, value, onChoose }: PersonProps) {
  const options = [
    { id: null, name: 'New speaker', text: `creates a profile named ${person.name}` },
    ...person.candidates.map(({ id, name, events }) => ({
      id,
      name,
      text: events.join(', ') || 'no talks yet',
    })),
    ...person.namesakes.map(({ key, talks }) => ({
      id: sameAs(key),
      name: `The same person as the other ${person.name}`,
      text: `who gives “${talks.join('”, “')}”`,
    })),
  ]
  return (
    <fieldset className="grid gap-x-8 gap-y-2 border-b border-hairline py-3 md:grid-cols-[1fr_2fr]">
      <legend className="float-left font-semibold">
        {person.name}
        <span className="block text-[0.9375rem] font-normal text-quiet">
          {person.talks.length === 1 ? 'Talk' : 'Talks'}: “{person.talks.join('”, “')}”
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ id, name, text }) => (
          <label
            key={id ?? 'new'}
            className="flex cursor-pointer items-start gap-2 rounded border border-hairline bg-sheet p-2.5 has-checked:border-ink has-checked:outline-1 has-checked:outline-ink"
          >
            <input
              type="radio"
              name={person.key}
              checked={value === id}
              onChange={() => onChoose(id)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-quiet">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { PlainLink } from '#components/layout/plain-link.tsx'

/** Topic names that are meaningless as link texts in a screen reader's list of links. */
const vagueNames = /^(go|start|more|info)$/i

export function TopicChip({ name }: { name: string }) {
  return (
    <PlainLink to="/topics/$topicName" params={{ topicName: name }} className="topic-chip">
      {name}
      {vagueNames.test(name) && <span className="sr-only"> conferences</span>}
    </PlainLink>
  )
}

export const TopicList = ({ names }: { names: string[] }) => (
  <ul className="flex flex-wrap gap-2">
    {names.map((name) => (
      <li key={name}>
        <TopicChip name={name} />
      </li>
    ))}
  </ul>
)

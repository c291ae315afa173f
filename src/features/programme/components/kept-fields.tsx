import { type EventSearch, keptChoice } from '#features/events/event-search.ts'

/** The day and the chosen tracks as hidden fields: a form of the schedule keeps them. */
export const KeptFields = ({ search }: { search: EventSearch }) =>
  Object.entries(keptChoice(search)).flatMap(([name, values]) =>
    [values ?? []]
      .flat()
      .map((value: string) => <input type="hidden" key={`${name} ${value}`} name={name} value={value} />),
  )

/** Search parameters as hidden fields: a GET form sends them along. In one order, because the page cache sorts addresses. */
export const HiddenFields = ({ values }: { values: object }) =>
  Object.entries(values)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((item) => item !== undefined)
        .map((item) => <input key={`${name} ${item}`} type="hidden" name={name} value={String(item)} />),
    )

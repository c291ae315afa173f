/** The choices of a Select: labels by value. */
export const Options = ({ labels }: { labels: Record<string, string> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

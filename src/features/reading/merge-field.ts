/**
 * What becomes of a field whose source was imported before (decision 26): an edit here withstands the source, and what
 * nobody edited follows it. `conflict`: both have changed; `edited`: only the edit here differs.
 */
export function mergeField<Value>(
  { base, ours, source }: { base: Value; ours: Value; source: Value },
  same: (one: Value, other: Value) => boolean = (one, other) => one === other,
): 'same' | 'taken' | 'conflict' | 'edited' {
  if (same(ours, source)) return 'same'
  if (same(source, base)) return 'edited'
  return same(ours, base) ? 'taken' : 'conflict'
}

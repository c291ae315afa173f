import { count } from '#lib/text.ts'
import type { ToastMessage } from '#lib/toasts.ts'

// What is said of several records that are changed together.

export const SelectedNames = ({ names }: { names: string[] }) => (
  <ul className="mb-3 max-h-48 list-disc overflow-y-auto ps-5" aria-label="Selected">
    {names.map((name, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike
      <li key={index} dir="auto">
        {name}
      </li>
    ))}
  </ul>
)

/** How many of the selected records are done, while a request for some of them is on its way. */
export const Progress = ({ progress }: { progress: { done: number; total: number } | undefined }) => (
  <p role="status" className="empty:hidden">
    {progress && progress.total > 1 && (
      <span className="flex items-center gap-3 py-1 tabular-nums">
        <progress className="accent-accent" max={progress.total} value={progress.done} aria-hidden />
        {progress.done} of {progress.total}
      </span>
    )}
  </p>
)

export const combineRefusals = (parts: Refusals[]): Refusals => ({
  refused: parts.flatMap(({ refused }) => refused),
})

export type Refusals = { refused: { id: string; message: string }[] }
type Named = { id: string; name: string }

/** 'Deleted 7 conferences', and by name what was refused. `verb` is a participle, such as 'Deleted'. */
export function doneMessage(
  verb: string,
  [noun, nouns]: [string, string],
  rows: Named[],
  refused: Refusals['refused'],
): ToastMessage {
  const done = `${verb} ${count(rows.length - refused.length, noun, nouns)}`
  if (refused.length === 0) return done
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  return {
    title: done,
    detail: `Not done: ${refused.map(({ id, message }) => `${nameOf(id)} (${message})`).join(', ')}`,
  }
}

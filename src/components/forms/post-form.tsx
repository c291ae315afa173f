import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { formName } from '#lib/posted-form.ts'
import { usePostedForm } from './use-posted-form.ts'

type Props = { name: string; values?: Record<string, string> }

/**
 * What buttons with `form="post-{name}"` send to their page without script, wherever in it they are. With script they do
 * it themselves (server/pages/early-actions.ts holds a press until then).
 */
export function PostForm({ name, values = {} }: Props) {
  const posted = usePostedForm(name)
  return (
    <form id={`post-${name}`} method="post" className="contents">
      <HiddenFields values={{ [formName]: name, ...values }} />
      {posted?.message && (
        <p role="alert" className="border-l-4 border-accent bg-wash px-4 py-2.5">
          {posted.message}
        </p>
      )}
    </form>
  )
}

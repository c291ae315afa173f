import type { ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
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
  const message = posted?.message ?? Object.values(posted?.errors ?? {})[0]
  return (
    <form id={`post-${name}`} method="post" className="contents">
      <HiddenFields values={{ [formName]: name, ...values }} />
      {message && (
        <p role="alert" className="border-l-4 border-accent bg-wash px-4 py-2.5">
          {message}
        </p>
      )}
    </form>
  )
}

type ActionProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  form: string
  isPending?: boolean
  onPress: (form: HTMLFormElement | null) => void
}

/** Without script it sends its PostForm. */
export const ActionButton = ({ form, isPending, onPress, ...props }: ActionProps) => (
  <Button
    type="submit"
    form={`post-${form}`}
    aria-disabled={isPending}
    onClick={(click) => {
      click.preventDefault()
      if (!isPending) onPress(click.currentTarget.form)
    }}
    {...props}
  />
)

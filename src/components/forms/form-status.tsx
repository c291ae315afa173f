import { type ReactNode, useEffect, useRef } from 'react'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { isSessionOver } from '#lib/account.ts'
import { formName } from '#lib/posted-form.ts'

declare global {
  /** Sends a form that was sent before it could be (server/pages/early-actions.ts). */
  var formIsReady: ((form: HTMLFormElement | null) => void) | undefined
}

export type FormStatusProps = {
  /** Which form it is, among those of its page. */
  name: string
  error?: unknown
  message?: ReactNode
  /** Given where the fields hold what was typed earlier and not saved. */
  onDiscard?: () => void
  /** What was not possible without a session. */
  reason?: string
}

export function FormStatus({ name, error, message, onDiscard, reason }: FormStatusProps) {
  const field = useRef<HTMLInputElement>(null)
  // Here, because parts of a page are hydrated after its root; and once the effects of the form itself have run.
  useEffect(() => {
    const timer = setTimeout(() => globalThis.formIsReady?.(field.current?.form ?? null))
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <input ref={field} type="hidden" name={formName} value={name} />
      <SignInAgain error={error} reason={reason} />
      {message && !isSessionOver(error) && (
        <p role="alert" className="border-l-4 border-accent bg-wash px-4 py-2.5">
          {message}
        </p>
      )}
      {onDiscard && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-4 border-edge bg-wash px-4 py-2.5"
        >
          <p className="min-w-0">Your unsaved changes have been restored.</p>
          <Button size="small" look="outline" onClick={onDiscard}>
            Discard it
          </Button>
        </div>
      )}
    </>
  )
}

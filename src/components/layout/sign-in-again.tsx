import { useLocation } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { isSessionOver } from '#lib/account.ts'

/** Shown when a save was refused because the session has ended meanwhile: what was typed is kept as a draft. */
export function SignInAgain({ error, reason }: { error: unknown; reason?: string }) {
  const { href } = useLocation()
  if (!isSessionOver(error)) return null
  return (
    <div role="alert" className="border-2 border-accent px-5 py-4">
      <h2 className="text-xl">Login Required</h2>
      <p className="mt-1 text-quiet">
        {reason ?? 'Your session has ended.'} What you typed is saved: sign in to continue where you left off.
      </p>
      {/* The whole page is loaded: what this one knows of the session is no longer true. */}
      <a href={`/auth?next=${encodeURIComponent(href)}`} className={`${buttonClass()} mt-3`}>
        Sign In
      </a>
    </div>
  )
}

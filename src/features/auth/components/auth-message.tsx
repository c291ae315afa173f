import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuthSearch } from '../auth.ts'

/** What has led to the page for signing in, and what to do next: it stays, unlike a toast. */
export function AuthMessage({ tab, next, confirmed, changed, sent, error }: AuthSearch) {
  const { email } = useLocation().state
  const resend = (
    <Link to="/auth" search={{ tab: 'confirm', next }} className="link">
      Resend the confirmation email
    </Link>
  )
  if (error) return <Line isAlert>This link has expired or was already used. {resend}</Line>
  if (tab) return null
  if (sent)
    return (
      <Line>
        <strong>Check your mail.</strong> We have sent a link to {email ?? 'your address'}: open it to confirm
        the address, then sign in here. Nothing there? {resend}
      </Line>
    )
  if (changed) return <Line>Your password is changed. You can sign in with it now.</Line>
  if (confirmed) return <Line>Your email is confirmed. You can sign in now.</Line>
  return next ? <Line>Please sign in to access this feature</Line> : null
}

const Line = ({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) => (
  <p
    role={isAlert ? 'alert' : 'status'}
    className={`mt-4 border-s-4 bg-wash px-4 py-2.5 ${isAlert ? 'border-accent' : 'border-ink'}`}
  >
    {children}
  </p>
)

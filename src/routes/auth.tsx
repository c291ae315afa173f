import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { Tabs, tabClass } from '#components/ui/tabs.tsx'
import { authSearch } from '#features/auth/auth.ts'
import { LoginForm } from '#features/auth/components/login-form.tsx'
import { MailForm } from '#features/auth/components/mail-form.tsx'
import { RegisterForm } from '#features/auth/components/register-form.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: authSearch,
  beforeLoad: ({ context: { site }, search: { next = '/dashboard' } }) => {
    if (site.viewer) throw redirect({ href: next, replace: true })
  },
  loader: ({ context }) => context.site,
  head: ({ loaderData: site }) =>
    site
      ? pageHead({
          site,
          title: 'Sign in',
          description: `Sign in to ${site.name}, or register with an invitation code.`,
          path: '/auth',
          noIndex: true,
        })
      : {},
  component: AuthPage,
})

const titles = { register: 'Register', forgot: 'Forgot your password?', confirm: 'Confirm your email' }

function AuthPage() {
  const { tab, next, confirmed, error } = Route.useSearch()
  const title = tab ? titles[tab] : 'Sign in'
  return (
    <div className="page py-8">
      <div className="mx-auto max-w-md">
        <h1 className="text-4xl">{title}</h1>
        {next && !tab && (
          <p role="alert" className="mt-4 border-l-4 border-accent bg-wash px-4 py-2.5">
            Please sign in to access this feature
          </p>
        )}
        {confirmed && !error && (
          <p role="status" className="mt-4 border-l-4 border-ink bg-wash px-4 py-2.5">
            Your email is confirmed. You can sign in now.
          </p>
        )}
        {error && (
          <p role="alert" className="mt-4 border-l-4 border-accent bg-wash px-4 py-2.5">
            This link has expired or was already used.{' '}
            <Link to="/auth" search={{ tab: 'confirm', next }} className="link">
              Resend the confirmation email
            </Link>
          </p>
        )}
        <div className="mt-6">
          <Tabs label="Login or register">
            <li>
              <Link
                to="/auth"
                search={{ next }}
                activeOptions={{ exact: true }}
                aria-current={tab ? undefined : 'page'}
                className={tabClass}
              >
                Login
              </Link>
            </li>
            <li>
              <Link
                to="/auth"
                search={{ tab: 'register', next }}
                aria-current={tab === 'register' ? 'page' : undefined}
                className={tabClass}
              >
                Register
              </Link>
            </li>
          </Tabs>
        </div>
        <div className="mt-6">
          {!tab && <LoginForm next={next} />}
          {tab === 'register' && (
            <RegisterForm next={next} validateCode={(code) => api.invitations.validate.call({ code })} />
          )}
          {(tab === 'forgot' || tab === 'confirm') && <MailForm key={tab} kind={tab} />}
        </div>
      </div>
    </div>
  )
}

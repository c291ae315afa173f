import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { Tabs } from '#components/ui/tabs.tsx'
import { authSearch } from '#features/auth/auth.ts'
import { AboutAccounts } from '#features/auth/components/about-accounts.tsx'
import { AuthMessage } from '#features/auth/components/auth-message.tsx'
import { LoginForm } from '#features/auth/components/login-form.tsx'
import { MailForm } from '#features/auth/components/mail-form.tsx'
import { RegisterForm } from '#features/auth/components/register-form.tsx'
import { SecondFactorForm } from '#features/auth/components/second-factor-form.tsx'
import { InvitationRequestForm } from '#features/invitations/components/invitation-request-form.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

const titles = {
  register: 'Register',
  forgot: 'Forgot your password?',
  confirm: 'Confirm your email',
  request: 'Ask for an invitation',
  'second-factor': 'Two-factor authentication',
  'recovery-code': 'Two-factor authentication',
}

export const Route = createFileRoute('/auth')({
  staticData: { isUnlisted: true },
  validateSearch: authSearch,
  beforeLoad: ({ context: { site }, search: { next = '/dashboard' } }) => {
    if (site.viewer) throw redirect({ href: next, replace: true })
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context, deps: { tab } }) => ({ site: context.site, title: tab ? titles[tab] : 'Sign in' }),
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, title }) => ({
      title,
      description: `Sign in to ${site.name}, or register with an invitation code.`,
      path: '/auth',
      noIndex: true,
    })),
  component: AuthPage,
})

function AuthPage() {
  const search = Route.useSearch()
  const { title } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { tab, next, code, sent } = search
  const isSecondStep = tab === 'second-factor' || tab === 'recovery-code'
  return (
    <div className="page py-3 sm:py-6">
      <div className="mx-auto max-w-md">
        <h1 className="text-4xl">{title}</h1>
        <AuthMessage {...search} />
        {!isSecondStep && (
          <div className="mt-6">
            <AuthTabs />
          </div>
        )}
        <div className="mt-6">
          {!tab && <LoginForm next={next} />}
          {isSecondStep && <SecondFactorForm key={tab} kind={tab} next={next} />}
          {tab === 'register' && (
            <RegisterForm
              next={next}
              code={code}
              validateCode={(code) => api.invitations.validate.call({ code })}
            />
          )}
          {(tab === 'forgot' || tab === 'confirm') && (
            <MailForm key={tab} kind={tab} next={next} isSent={sent === 'yes'} />
          )}
          {tab === 'request' && (
            <InvitationRequestForm
              isSent={sent === 'yes'}
              onSent={() => navigate({ search: { tab, next, sent: 'yes' }, replace: true })}
            />
          )}
        </div>
        {(!tab || tab === 'register') && <AboutAccounts next={next} />}
      </div>
    </div>
  )
}

function AuthTabs() {
  const { tab, next } = Route.useSearch()
  return (
    <Tabs label="Login or register">
      <li>
        <Link
          to="/auth"
          search={{ next }}
          activeOptions={{ exact: true }}
          aria-current={tab ? undefined : 'page'}
          className="tab"
        >
          Login
        </Link>
      </li>
      <li>
        <Link
          to="/auth"
          search={{ tab: 'register', next }}
          aria-current={tab === 'register' ? 'page' : undefined}
          className="tab"
        >
          Register
        </Link>
      </li>
    </Tabs>
  )
}

import { createFileRoute, Link } from '@tanstack/react-router'
import { Contents } from '#components/layout/contents.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { AccessTokens } from '#features/access-tokens/components/access-tokens.tsx'
import { VisibilityForm } from '#features/attendance/components/visibility-form.tsx'
import { ChangeAddress } from '#features/auth/components/change-address-form.tsx'
import { ChangePasswordForm } from '#features/auth/components/change-password-form.tsx'
import { DeleteAccount } from '#features/auth/components/delete-account.tsx'
import { SessionList } from '#features/auth/components/session-list.tsx'
import { TwoFactor } from '#features/auth/components/two-factor.tsx'
import { PrivateCalendars } from '#features/feeds/components/private-calendars.tsx'
import { CopyList } from '#features/offline/components/copy-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/_signed-in/account/settings')({
  loader: async ({ context: { load, site, viewer } }) => {
    const [calendars, tokens, secondFactor, sessions, addressChange, attendance] = await Promise.all([
      load(api.calendarFeeds.list.queryOptions()),
      load(api.accessTokens.list.queryOptions()),
      load(api.account.secondFactor.queryOptions()),
      load(api.account.sessions.queryOptions()),
      load(api.account.addressChange.queryOptions()),
      load(api.attendance.defaultVisibility.queryOptions()),
    ])
    const { created_at } = sessions.find(({ is_current }) => is_current) ?? {}
    const isSessionOld = Date.now() - Date.parse(created_at ?? '') > limits.freshSessionMinutes * 60_000
    const lists = { calendars, sessions, tokens }
    return { site, viewer, secondFactor, isSessionOld, addressChange, attendance, ...lists }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Account Settings', path: '/account/settings', noIndex: true }),
  component: AccountSettings,
})

const parts = [
  ['password', 'Password'],
  ['address', 'Email address'],
  ['two-factor', 'Two-factor authentication'],
  ['sessions', 'Sessions'],
  ['attendance', 'How you are listed'],
  ['calendars', 'Private calendars'],
  ['tokens', 'Access tokens'],
  ['data', 'Your data'],
  ['delete', 'Danger Zone'],
] as const

function AccountSettings() {
  const { site, viewer, calendars, tokens, secondFactor, sessions, isSessionOld, addressChange, attendance } =
    Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <div>
        <PageTitle>Account Settings</PageTitle>
        <Contents parts={parts}>
          <Link to="/account/mail" className="link inline-block py-1">
            Emails and notifications
          </Link>
        </Contents>
      </div>
      <Section title="Change Password" anchor="password">
        <ChangePasswordForm email={viewer.email} />
      </Section>
      <Section title="Email address" anchor="address">
        <ChangeAddress email={viewer.email} hasSecondFactor={secondFactor.is_on} waiting={addressChange} />
      </Section>
      <Section title="Two-factor authentication" anchor="two-factor">
        <TwoFactor isOn={secondFactor.is_on} isRequired={viewer.needsSecondFactor === true} />
      </Section>
      <Section title="Where you are signed in" anchor="sessions">
        <SessionList sessions={sessions} />
      </Section>
      <Section title="How you are listed" anchor="attendance">
        <VisibilityForm
          name="default-visibility"
          legend="Who sees which conferences you attend"
          visibility={attendance.visibility}
          save={(visibility) => api.attendance.setDefaultVisibility.call({ visibility })}
        />
        <p className="mt-4 max-w-prose text-quiet">For all conferences where you haven't chosen otherwise.</p>
      </Section>
      <Section title="Private calendars" anchor="calendars">
        <PrivateCalendars site={site} feeds={calendars} />
      </Section>
      <Section title="Access tokens" anchor="tokens">
        <AccessTokens {...tokens} />
      </Section>
      {!site.offline && (
        <Section title="Kept offline" anchor="offline">
          <CopyList />
        </Section>
      )}
      <YourData />
      <Section title="Danger Zone" anchor="delete">
        <DeleteAccount
          viewer={viewer}
          hasSecondFactor={secondFactor.is_on}
          isSessionOld={isSessionOld}
          remove={(values) => api.account.remove.call(values)}
        />
      </Section>
    </div>
  )
}

const YourData = () => (
  <Section title="Your data" anchor="data">
    <p className="mb-4 max-w-prose">
      Everything that this site stores about you, as a JSON file, without passwords and keys.
    </p>
    <a href="/account/export" download className={buttonClass({ look: 'outline' })}>
      Download your data
    </a>
  </Section>
)

import { type AnyProcedure, call, type InferSchemaInput } from '@orpc/server'
import { z } from 'zod'
import { newAccessToken } from '#features/access-tokens/access-tokens.schemas.ts'
import { codeForm, emailForm, loginForm, registerForm, resetForm } from '#features/auth/auth.schemas.ts'
import { confirmedPath, fieldOfRefusal, localPath } from '#features/auth/auth.ts'
import { type DecisionKind, fieldOf } from '#features/decisions/decisions.ts'
import type { mergeChoices } from '#features/events/event-merging.schemas.ts'
import { type RecordKind, recordKinds, undoResult } from '#features/history/history.schemas.ts'
import { memberActs } from '#features/history/history-search.ts'
import { invitationRequestForm } from '#features/invitations/invitations.schemas.ts'
import { fieldChange } from '#features/listing/set-field.ts'
import { attendanceVisibility } from '#features/people/people.schemas.ts'
import { cityRenaming } from '#features/places/city-names.schemas.ts'
import { suggestionInputs } from '#features/suggestions/suggestions.schemas.ts'
import type { SuggestedKind } from '#features/suggestions/suggestions.ts'
import { addressHeader } from '#platform/client-address.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { router } from '#server/api.ts'
import type { Auth } from './auth.ts'

type Values = Record<string, string>
type AccountForm = {
  path: string | RegExp
  /** Of Better Auth; or a procedure of ours, of what the schema makes of the values. */
  endpoint?: string
  call?: (input: unknown, context: Context) => Promise<unknown>
  /** What its page says of the result. */
  messageOf?: (result: never) => string | undefined
  schema: z.ZodType
  /** Where a success leads; to the page itself where it is not given. */
  next?: string
  /** The fragment of the page at which the result is. */
  hash?: (values: Values) => string
  /** Whether a visitor is asked to sign in first. */
  isForMembers?: true
  /** Whether a success signs in. */
  isSignIn?: true
}

const eventPath = /^\/conferences\/[^/]+$/
const editPath = /^\/conferences\/[^/]+\/edit$/
const eventOrDashboard = /^\/(conferences\/[^/]+|dashboard)$/
const memberPath = /^\/admin\/users\/[^/]+$/
const historyPath = /^\/(conferences\/[^/]+(\/talks\/[0-9]+)?|speakers\/[^/]+|series\/[^/]+)\/history$/
const mergePath = /^\/admin\/duplicates\/[^/]+\/[^/]+$/
const undoPath = new RegExp(`^/(deleted|admin/changes)$|${historyPath.source}|${mergePath.source}`)

const yes = z.enum(['yes', 'no']).transform((value) => value === 'yes')
const changeNumber = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number)
const talkNumber = z.string().regex(/^[1-9][0-9]{0,9}$/)
const ofEvent = z.object({ event_id: z.uuid() })
/** The id of the conference, by the answer. */
const eventAnswer = z
  .object({ accept: z.uuid().optional(), decline: z.uuid().optional() })
  .transform(({ accept, decline = '' }) => ({
    event_id: accept ?? decline,
    is_accepted: accept !== undefined,
  }))
const ofMember = z.object({
  user_id: z.uuid(),
  act: z.enum(memberActs),
  undo_since: z.iso.datetime().optional(),
})

type InputOf<Sent extends AnyProcedure> = InferSchemaInput<NonNullable<Sent['~orpc']['inputSchema']>>

/** A form of members: one procedure does it, with what the schema makes of the values. */
const memberForm = <Sent extends AnyProcedure>(
  path: AccountForm['path'],
  procedure: Sent,
  schema: z.ZodType<InputOf<Sent>>,
  rest: Pick<AccountForm, 'messageOf' | 'next' | 'hash'> = {},
): AccountForm => ({
  path,
  schema,
  isForMembers: true,
  ...rest,
  call: (input, context) => call(procedure, input as never, { context }),
})

/** A form of the sign-in page, which an endpoint of Better Auth answers. */
const authForm = (endpoint: string, schema: z.ZodType, next: string): AccountForm => ({
  path: '/auth',
  ...{ endpoint, schema, next },
})
const signInForm = (endpoint: string, schema: z.ZodType): AccountForm => ({
  ...authForm(endpoint, schema, '/dashboard'),
  isSignIn: true,
})

/** The forms that work without script: their page, what they call, and where a success leads. */
const accountForms: Record<string, AccountForm> = {
  login: signInForm('sign-in/email', loginForm),
  'second-factor': signInForm('two-factor/verify-totp', codeForm),
  'recovery-code': signInForm('two-factor/verify-backup-code', codeForm),
  register: authForm('sign-up/email', registerForm, '/auth?sent=yes'),
  forgot: authForm('request-password-reset', emailForm, '/auth?tab=forgot&sent=yes'),
  confirm: authForm('send-verification-email', emailForm, '/auth?tab=confirm&sent=yes'),
  reset: { ...authForm('reset-password', resetForm, '/auth?changed=yes'), path: '/auth/reset' },
  request: {
    ...memberForm('/auth', router.invitationRequests.ask, invitationRequestForm),
    isForMembers: undefined,
    next: '/auth?tab=request&sent=yes',
  },
  check: memberForm(eventOrDashboard, router.eventChecks.confirm, ofEvent),
  speaking: memberForm('/dashboard', router.speaking.confirm, ofEvent.extend({ is_confirmed: yes })),
  // On the dashboard: "Were you there?"
  attend: memberForm(eventOrDashboard, router.attendance.set, ofEvent.extend({ is_attending: yes })),
  invitation: memberForm(eventOrDashboard, router.eventInvitations.answer, eventAnswer),
  handover: memberForm(eventOrDashboard, router.eventHandovers.answer, eventAnswer),
  'hand-over': memberForm(
    editPath,
    router.eventHandovers.offer,
    ofEvent
      .extend({
        person: z.string().regex(/[0-9a-f-]{36}/i, 'Enter the address of the page of a member: …/u/…'),
        with_series: yes.default(false),
      })
      .transform(({ person, ...rest }) => ({ user_id: /[0-9a-f-]{36}/i.exec(person)![0], ...rest })),
    { hash: () => '#hand-over' },
  ),
  'withdraw-offer': memberForm(editPath, router.eventHandovers.withdraw, ofEvent, {
    hash: () => '#hand-over',
  }),
  visibility: memberForm(
    eventPath,
    router.attendance.setVisibility,
    ofEvent.extend({ visibility: attendanceVisibility }),
    { hash: () => '#listed' },
  ),
  'default-visibility': memberForm(
    '/account/settings',
    router.attendance.setDefaultVisibility,
    z.object({ visibility: attendanceVisibility }),
    { hash: () => '#attendance' },
  ),
  'access-token': memberForm('/account/settings', router.accessTokens.create, newAccessToken, {
    messageOf: ({ token }: { token: string }) => `Your new token, shown only now: ${token}`,
    hash: () => '#tokens',
  }),
  'revoke-token': memberForm('/account/settings', router.accessTokens.remove, z.object({ id: z.uuid() }), {
    hash: () => '#tokens',
  }),
  plan: {
    path: /^\/conferences\/[^/]+(\/talks\/[0-9]+)?$/,
    isForMembers: true,
    // The number of the talk, by what is done.
    schema: z.union([z.object({ save: talkNumber }), z.object({ remove: talkNumber })]),
    call: async (input, context) => {
      const { save, remove = '' } = input as Values
      const talk = await call(router.programme.talkByNumber, { number: save ?? remove }, { context })
      const key = { event_id: talk.event_id, talk_id: talk.id }
      return save
        ? call(router.savedTalks.save, key, { context })
        : call(router.savedTalks.remove, key, { context })
    },
    hash: ({ save, remove }) => `#talk-${save ?? remove}`,
  },
  claim: memberForm(eventPath, router.eventClaims.submit, ofEvent.extend({ reason: z.string().default('') })),
  'claim-speaker': memberForm(
    /^\/speakers\/[^/]+$/,
    router.speakerClaims.submit,
    z.object({ speaker_id: z.uuid() }),
  ),
  'merge-events': memberForm(
    mergePath,
    router.events.merge,
    z
      .object({ id: z.uuid(), duplicate_id: z.uuid() })
      .catchall(z.string())
      .transform(({ id, duplicate_id, ...choices }) => ({
        id,
        duplicate_id,
        fields: choices as z.input<typeof mergeChoices>,
      })),
  ),
  'set-field': memberForm(
    '/admin/events/field',
    router.events.setField,
    fieldChange.extend({
      ids: z
        .string()
        .transform((ids) => ids.split(' '))
        .pipe(fieldChange.shape.ids),
    }),
    // Where it can be undone.
    { next: '/admin/changes' },
  ),
  'rename-city': memberForm('/admin/proposals', router.cities.rename, cityRenaming),
  decision: memberForm(
    /^\/decisions$|^\/admin\/(claims|decisions|invitations|proposals|reports|series|speaker-claims|topics)$/,
    router.decisions.decide,
    // What is decided about, by what is decided: its kind, its id and what was chosen.
    z
      .union([z.looseObject({ accept: z.string() }), z.looseObject({ reject: z.string() })])
      .transform((values) => {
        const { accept, reject = '', ...typed } = values as Values
        const [kind, id = '', ...option] = (accept ?? reject).split(' ')
        const chosen = Object.keys(typed).flatMap((name) => fieldOf(name, id) ?? [])
        return {
          kind: kind as DecisionKind,
          id,
          is_accepted: accept !== undefined,
          option: option.join(' ') || undefined,
          words: typed[`words ${id}`] || undefined,
          fields: kind === 'suggestion' ? chosen : undefined,
        }
      }),
  ),
  suggestion: {
    path: '/suggest',
    isForMembers: true,
    schema: z.discriminatedUnion('kind', [
      suggestionInputs.event.safeExtend({ kind: z.literal('event') }),
      suggestionInputs.talk.omit({ topics: true }).safeExtend({ kind: z.literal('talk') }),
      suggestionInputs.speaker.safeExtend({ kind: z.literal('speaker') }),
      suggestionInputs.series.safeExtend({ kind: z.literal('series') }),
    ]),
    call: (input, context) => {
      const { suggestEvent, suggestTalk, suggestSpeaker, suggestSeries } = router.suggestions
      const procedures = {
        event: suggestEvent,
        talk: suggestTalk,
        speaker: suggestSpeaker,
        series: suggestSeries,
      }
      const { kind, ...values } = input as { kind: SuggestedKind }
      return call(procedures[kind] as typeof suggestEvent, values as never, { context })
    },
    hash: () => '#suggested',
  },
  'undo-change': memberForm(
    undoPath,
    router.history.undo,
    z.object({ change_id: changeNumber }).transform(({ change_id: id }) => ({ id })),
  ),
  'suspend-member': memberForm(
    memberPath,
    router.people.suspend,
    ofMember.transform(({ act, ...rest }) => ({ ...rest, has_branch: act === 'branch' })),
  ),
  'restore-member': memberForm(
    memberPath,
    router.people.restore,
    ofMember.transform(({ act, ...rest }) => rest),
  ),
  'undo-member': memberForm(
    memberPath,
    router.history.undoMember,
    ofMember.transform(({ user_id, undo_since = '' }) => ({ user_id, since: undo_since })),
  ),
  'return-to-version': {
    path: historyPath,
    isForMembers: true,
    schema: z.object({ kind: z.enum(recordKinds), id: z.uuid(), change_id: changeNumber }),
    call: (input, context) => {
      const { kind, ...version } = input as { kind: RecordKind; id: string; change_id: number }
      const { returnEvent, returnTalk, returnSpeaker, returnSeries } = router.history
      const procedures = {
        events: returnEvent,
        talks: returnTalk,
        speakers: returnSpeaker,
        series: returnSeries,
      }
      return call(procedures[kind], version, { context })
    },
  },
}

export const accountForm = (name: string, path: string) => {
  const [first = ''] = name.split(' ')
  const form = Object.hasOwn(accountForms, first) ? accountForms[first] : undefined
  if (!form) return undefined
  return (typeof form.path === 'string' ? form.path === path : form.path.test(path)) ? form : undefined
}

type Answer =
  | { isOk: true; cookies: string[]; needsSecondFactor?: boolean; message?: string }
  | { isOk: false; status: number; message?: string; errors?: Values }

/** What an undo left as it is, if this is the result of one. */
function whatStayed(result: unknown): string | undefined {
  const { success, data } = undoResult.pick({ kept: true }).safeParse(result)
  if (!success || data.kept.length === 0) return
  const rest = data.kept.map(({ name, current }) => (current === null ? name : `${name}: ${current}`))
  return `Undone. This stays, because it was changed since or is in use: ${rest.join('; ')}`
}

/** Does what the form asks for, by the same endpoint, rules and limits as with script. */
export async function sendAccountForm(
  auth: Auth,
  request: Request,
  { form, fields, context }: { form: AccountForm; fields: Values; context: Context },
): Promise<Answer> {
  const { endpoint, call, schema, messageOf = whatStayed } = form
  const values = schema.safeParse(fields)
  if (!values.success)
    return {
      isOk: false,
      status: 400,
      errors: Object.fromEntries(
        values.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse(),
      ),
    }
  if (call) {
    return { isOk: true, cookies: [], message: messageOf((await call(values.data, context)) as never) }
  }
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  headers.set(addressHeader, context.address)
  const token = url.searchParams.get('token')
  const callbackURL = confirmedPath(localPath(url.searchParams.get('next')))
  const response = await auth.handler(
    new Request(new URL(`/api/auth/${endpoint}`, url), {
      method: 'POST',
      headers,
      // Better Auth has two names for where a link of a mail leads.
      body: JSON.stringify({
        ...(values.data as Values),
        callbackURL,
        redirectTo: callbackURL,
        ...(token && { token }),
      }),
    }),
  )
  if (response.ok) {
    const { twoFactorRedirect } = await response.json().catch(() => ({}))
    return {
      isOk: true,
      cookies: response.headers.getSetCookie(),
      needsSecondFactor: twoFactorRedirect === true,
    }
  }
  const { message = 'An unexpected error occurred', code = '' } = await response.json().catch(() => ({}))
  const field = fieldOfRefusal(code, fields)
  return { isOk: false, status: response.status, ...(field ? { errors: { [field]: message } } : { message }) }
}

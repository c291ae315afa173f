import { call, ORPCError } from '@orpc/server'
import { z } from 'zod'
import { newAccessToken } from '#features/access-tokens/access-tokens.schemas.ts'
import { codeForm, emailForm, loginForm, registerForm, resetForm } from '#features/auth/auth.schemas.ts'
import { confirmedPath, fieldOfRefusal, localPath } from '#features/auth/auth.ts'
import { type DecisionKind, fieldOf } from '#features/decisions/decisions.ts'
import { mergeChoices } from '#features/events/event-merging.schemas.ts'
import { type RecordKind, recordKinds, undoResult } from '#features/history/history.schemas.ts'
import { memberActs } from '#features/history/history-search.ts'
import { invitationRequestForm } from '#features/invitations/invitations.schemas.ts'
import { fieldChange } from '#features/listing/set-field.ts'
import type { AttendanceVisibility } from '#features/people/attendance-visibility.ts'
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
  /** Of Better Auth; or a procedure of ours. */
  endpoint?: string
  call?: (values: Values, context: Context) => Promise<unknown>
  /** What its page says of the result. */
  messageOf?: (result: never) => string | undefined
  schema: z.ZodType<Values>
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
const historyPath = /^\/(conferences\/[^/]+(\/talks\/[0-9]+)?|speakers\/[^/]+|series\/[^/]+)\/history$/
const mergePath = /^\/admin\/duplicates\/[^/]+\/[^/]+$/
const undoPath = new RegExp(`^/(deleted|admin/changes)$|${historyPath.source}|${mergePath.source}`)
const changeNumber = z.string().regex(/^[0-9]{1,15}$/)
const talkNumber = z.string().regex(/^[1-9][0-9]{0,9}$/)

/** The id of the conference, by the answer. */
const answerForm = z.union([z.object({ accept: z.uuid() }), z.object({ decline: z.uuid() })])
const answerOf = ({ accept, decline = '' }: Values) => ({
  event_id: accept ?? decline,
  is_accepted: accept !== undefined,
})

/** Decisions about a member. */
const memberForm = {
  path: /^\/admin\/users\/[^/]+$/,
  isForMembers: true as const,
  schema: z.object({
    user_id: z.uuid(),
    act: z.enum(memberActs),
    undo_since: z.iso.datetime().optional(),
  }) as z.ZodType<Values>,
}

/** The forms that work without script: their page, what they call, and where a success leads. */
const accountForms: Record<string, AccountForm> = {
  login: { path: '/auth', endpoint: 'sign-in/email', schema: loginForm, next: '/dashboard', isSignIn: true },
  'second-factor': {
    path: '/auth',
    endpoint: 'two-factor/verify-totp',
    schema: codeForm,
    next: '/dashboard',
    isSignIn: true,
  },
  'recovery-code': {
    path: '/auth',
    endpoint: 'two-factor/verify-backup-code',
    schema: codeForm,
    next: '/dashboard',
    isSignIn: true,
  },
  register: { path: '/auth', endpoint: 'sign-up/email', schema: registerForm, next: '/auth?sent=yes' },
  forgot: {
    path: '/auth',
    endpoint: 'request-password-reset',
    schema: emailForm,
    next: '/auth?tab=forgot&sent=yes',
  },
  confirm: {
    path: '/auth',
    endpoint: 'send-verification-email',
    schema: emailForm,
    next: '/auth?tab=confirm&sent=yes',
  },
  request: {
    path: '/auth',
    schema: invitationRequestForm,
    call: (values, context) =>
      call(router.invitationRequests.ask, values as z.output<typeof invitationRequestForm>, { context }),
    next: '/auth?tab=request&sent=yes',
  },
  check: {
    path: eventOrDashboard,
    schema: z.object({ event_id: z.uuid() }),
    isForMembers: true,
    call: ({ event_id = '' }, context) => call(router.eventChecks.confirm, { event_id }, { context }),
  },
  speaking: {
    path: '/dashboard',
    schema: z.object({ event_id: z.uuid(), is_confirmed: z.enum(['yes', 'no']) }),
    call: async ({ event_id = '', is_confirmed }, context) => {
      await call(router.speaking.confirm, { event_id, is_confirmed: is_confirmed === 'yes' }, { context })
    },
    next: '/dashboard',
  },
  attend: {
    // On the dashboard: "Were you there?"
    path: eventOrDashboard,
    isForMembers: true,
    schema: z.object({ event_id: z.uuid(), is_attending: z.enum(['yes', 'no']) }),
    call: ({ event_id = '', is_attending }, context) =>
      call(router.attendance.set, { event_id, is_attending: is_attending === 'yes' }, { context }),
  },
  invitation: {
    path: eventOrDashboard,
    isForMembers: true,
    schema: answerForm,
    call: (values, context) => call(router.eventInvitations.answer, answerOf(values), { context }),
  },
  handover: {
    path: eventOrDashboard,
    isForMembers: true,
    schema: answerForm,
    call: (values, context) => call(router.eventHandovers.answer, answerOf(values), { context }),
  },
  'hand-over': {
    path: editPath,
    isForMembers: true,
    schema: z.object({
      event_id: z.uuid(),
      person: z.string(),
      with_series: z.enum(['yes', 'no']).default('no'),
    }),
    call: async ({ event_id = '', person = '', with_series }, context) => {
      const [user_id] = /[0-9a-f-]{36}/i.exec(person) ?? []
      if (!user_id)
        throw new ORPCError('BAD_REQUEST', { message: 'Enter the address of the page of a member: …/u/…' })
      const input = { event_id, user_id, with_series: with_series === 'yes' }
      await call(router.eventHandovers.offer, input, { context })
    },
    hash: () => '#hand-over',
  },
  'withdraw-offer': {
    path: editPath,
    isForMembers: true,
    schema: z.object({ event_id: z.uuid() }),
    call: ({ event_id = '' }, context) => call(router.eventHandovers.withdraw, { event_id }, { context }),
    hash: () => '#hand-over',
  },
  visibility: {
    path: eventPath,
    isForMembers: true,
    schema: z.object({ event_id: z.uuid(), visibility: attendanceVisibility }),
    call: async (values, context) => {
      const choice = values as { event_id: string; visibility: AttendanceVisibility }
      await call(router.attendance.setVisibility, choice, { context })
    },
    hash: () => '#listed',
  },
  'default-visibility': {
    path: '/account/settings',
    isForMembers: true,
    schema: z.object({ visibility: attendanceVisibility }),
    call: async (values, context) => {
      const choice = values as { visibility: AttendanceVisibility }
      await call(router.attendance.setDefaultVisibility, choice, { context })
    },
    hash: () => '#attendance',
  },
  'access-token': {
    path: '/account/settings',
    isForMembers: true,
    schema: z.union([z.object({ revoke: z.uuid() }), newAccessToken]) as z.ZodType<Values>,
    call: ({ revoke, ...values }, context) =>
      revoke
        ? call(router.accessTokens.remove, { id: revoke }, { context })
        : call(router.accessTokens.create, values as z.output<typeof newAccessToken>, { context }),
    messageOf: (answer?: { token: string }) => answer && `Your new token, shown only now: ${answer.token}`,
    hash: () => '#tokens',
  },
  plan: {
    path: /^\/conferences\/[^/]+(\/talks\/[0-9]+)?$/,
    isForMembers: true,
    // The number of the talk, by what is done.
    schema: z.union([z.object({ save: talkNumber }), z.object({ remove: talkNumber })]),
    call: async ({ save, remove = '' }, context) => {
      const talk = await call(router.programme.talkByNumber, { number: save ?? remove }, { context })
      const key = { event_id: talk.event_id, talk_id: talk.id }
      return save
        ? call(router.savedTalks.save, key, { context })
        : call(router.savedTalks.remove, key, { context })
    },
    hash: ({ save, remove }) => `#talk-${save ?? remove}`,
  },
  claim: {
    path: eventPath,
    isForMembers: true,
    schema: z.object({ event_id: z.uuid(), reason: z.string().default('') }),
    call: ({ event_id = '', reason = '' }, context) =>
      call(router.eventClaims.submit, { event_id, reason }, { context }),
  },
  'claim-speaker': {
    path: /^\/speakers\/[^/]+$/,
    isForMembers: true,
    schema: z.object({ speaker_id: z.uuid() }),
    call: ({ speaker_id = '' }, context) => call(router.speakerClaims.submit, { speaker_id }, { context }),
  },
  'merge-events': {
    path: mergePath,
    isForMembers: true,
    schema: z.object({ id: z.uuid(), duplicate_id: z.uuid() }).catchall(z.string()),
    call: ({ id = '', duplicate_id = '', ...choices }, context) =>
      call(router.events.merge, { id, duplicate_id, fields: mergeChoices.parse(choices) }, { context }),
  },
  'set-field': {
    path: '/admin/events/field',
    isForMembers: true,
    schema: z.object({ ids: z.string(), field: z.string(), value: z.string() }),
    call: async ({ ids = '', ...change }, context) => {
      const input = fieldChange.parse({ ids: ids.split(' '), ...change })
      await call(router.events.setField, input, { context })
    },
    // Where it can be undone.
    next: '/admin/changes',
  },
  'rename-city': {
    path: '/admin/proposals',
    isForMembers: true,
    schema: cityRenaming,
    call: (values, context) =>
      call(router.cities.rename, values as z.output<typeof cityRenaming>, { context }),
  },
  decision: {
    path: /^\/decisions$|^\/admin\/(claims|decisions|invitations|proposals|reports|series|speaker-claims|topics)$/,
    isForMembers: true,
    // What is decided about, by what is decided: its kind, its id and what was chosen.
    schema: z.union([
      z.looseObject({ accept: z.string() }),
      z.looseObject({ reject: z.string() }),
    ]) as z.ZodType<Values>,
    call: ({ accept, reject = '', ...typed }, context) => {
      const [kind, id = '', ...option] = (accept ?? reject).split(' ')
      const words = typed[`words ${id}`] || undefined
      const chosen = Object.keys(typed).flatMap((name) => fieldOf(name, id) ?? [])
      const fields = kind === 'suggestion' ? chosen : undefined
      const choice = {
        is_accepted: accept !== undefined,
        option: option.join(' ') || undefined,
        words,
        fields,
      }
      return call(router.decisions.decide, { kind: kind as DecisionKind, id, ...choice }, { context })
    },
  },
  suggestion: {
    path: '/suggest',
    isForMembers: true,
    schema: z.discriminatedUnion('kind', [
      suggestionInputs.event.safeExtend({ kind: z.literal('event') }),
      suggestionInputs.talk.omit({ topics: true }).safeExtend({ kind: z.literal('talk') }),
      suggestionInputs.speaker.safeExtend({ kind: z.literal('speaker') }),
      suggestionInputs.series.safeExtend({ kind: z.literal('series') }),
    ]) as unknown as z.ZodType<Values>,
    call: ({ kind, id = '', ...values }, context) => {
      const { suggestEvent, suggestTalk, suggestSpeaker, suggestSeries } = router.suggestions
      const procedures = {
        event: suggestEvent,
        talk: suggestTalk,
        speaker: suggestSpeaker,
        series: suggestSeries,
      }
      return call(procedures[kind as SuggestedKind] as typeof suggestEvent, { ...values, id }, { context })
    },
    hash: () => '#suggested',
  },
  'undo-change': {
    path: undoPath,
    isForMembers: true,
    schema: z.object({ change_id: changeNumber }),
    call: ({ change_id }, context) => call(router.history.undo, { id: Number(change_id) }, { context }),
  },
  'suspend-member': {
    ...memberForm,
    call: ({ user_id = '', act, undo_since }, context) =>
      call(router.people.suspend, { user_id, has_branch: act === 'branch', undo_since }, { context }),
  },
  'restore-member': {
    ...memberForm,
    call: ({ user_id = '', undo_since }, context) =>
      call(router.people.restore, { user_id, undo_since }, { context }),
  },
  'undo-member': {
    ...memberForm,
    call: ({ user_id = '', undo_since = '' }, context) =>
      call(router.history.undoMember, { user_id, since: undo_since }, { context }),
  },
  'return-to-version': {
    path: historyPath,
    isForMembers: true,
    schema: z.object({ kind: z.enum(recordKinds), id: z.uuid(), change_id: changeNumber }),
    call: ({ kind, id = '', change_id }, context) => {
      const { returnEvent, returnTalk, returnSpeaker, returnSeries } = router.history
      const procedures = {
        events: returnEvent,
        talks: returnTalk,
        speakers: returnSpeaker,
        series: returnSeries,
      }
      const returnTo = procedures[kind as RecordKind]
      return call(returnTo, { id, change_id: Number(change_id) }, { context })
    },
  },
  reset: { path: '/auth/reset', endpoint: 'reset-password', schema: resetForm, next: '/auth?changed=yes' },
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
      body: JSON.stringify({ ...values.data, callbackURL, redirectTo: callbackURL, ...(token && { token }) }),
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

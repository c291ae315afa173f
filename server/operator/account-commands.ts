import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { AdminAction } from '#features/administration/admin-actions.schemas.ts'
import { operatorId, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { isSuspended, readBranch, restore } from '#features/administration/suspensions.server.ts'
import { emailForm } from '#features/auth/auth.schemas.ts'
import { revokeCode } from '#features/invitations/invitation-codes.server.ts'
import { generateCode } from '#features/invitations/invitations.ts'
import { changeAddress } from '#features/people/address-change.server.ts'
import { deleteAccount } from '#features/people/delete-account.server.ts'
import {
  address_changes,
  account as login,
  session,
  user,
  user_roles,
  verification,
} from '#features/people/people.tables.ts'
import { suspendMembers } from '#features/series/suspend-members.server.ts'
import { containing, count } from '#lib/text.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { accountLimit, reset } from '#platform/rate-limits.ts'
import { accountMail, linkLifetimeSeconds } from '#server/accounts/account-mail.ts'
import { isCommonPassword, passwords } from '#server/accounts/passwords.ts'
import { turnOffSecondFactor } from '#server/accounts/second-factor.ts'
import { limits } from '#src/limits.ts'
import { type Command, type Options, openMigrated } from './command.ts'

type Account = {
  id: string
  email: string
  name: string | null
  is_confirmed: boolean
  is_admin: boolean
  is_suspended: boolean
  since: string
}

const accountColumns = sql`
  "user".id, email, nullif("user".name, '') as name, email_verified as is_confirmed, has_role("user".id, 'admin') as is_admin,
  exists (select from suspensions where user_id = "user".id) as is_suspended, "user".created_at::date::text as since`

/** `user list` prints so many accounts. */
const maxListed = 1000

export async function findAccount(db: Database, email: string): Promise<Account> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) throw new Error(`${email} is not a mail address`)
  const [account] = await rows<Account>(db)`
    select ${accountColumns} from "user" where email = ${email.trim().toLowerCase()}`
  if (!account) throw new Error(`There is no account with the address ${email}`)
  return account
}

const stateOf = ({ is_admin, is_suspended, is_confirmed }: Account) =>
  [is_admin && 'administrator', is_suspended && 'suspended', !is_confirmed && 'not confirmed']
    .filter(Boolean)
    .join(', ')

const pathOf = ({ id }: Account) => `/u/${id}`

/** A command about one account, in one transaction. What it returns is printed. */
const onAccount = (
  usage: string,
  help: string,
  work: (tx: Database, account: Account, options: Options) => Promise<string | string[]>,
  options?: Command['options'],
): Command => ({
  usage,
  help,
  parameters: ['text'],
  options,
  async run(context, output, email) {
    const { db } = await openMigrated(context)
    const lines = await db.transaction(async (tx) => work(tx, await findAccount(tx, email!), context.options))
    for (const line of [lines].flat()) output.print(line)
  },
})

/** For the `catch` of a statement that may violate a constraint. */
const explain = (constraint: string, message: string) => (error: unknown) => {
  throw constraintOf(error) === constraint ? new Error(message) : error
}

const lastAdministrator = ({ email }: Account) =>
  `${email} is the last administrator: add another one first (admin add)`

const confirmAddress = (tx: Database, { id }: Account) =>
  tx.update(user).set({ emailVerified: true }).where(eq(user.id, id))

/** Into the audit trail: what a command did to an account. */
const record = (tx: Database, action: AdminAction, account: Account, after?: Record<string, unknown>) =>
  recordAdminAction(tx, operatorId, {
    action,
    // Administrators see no addresses.
    subject: account.name ?? 'Unnamed User',
    path: `/admin/users/${account.id}`,
    after,
  })

function mailOf(tx: Database) {
  const { siteUrl, SITE_NAME } = readEnv()
  return accountMail(tx, createLog('error', process.stderr), { siteUrl, siteName: SITE_NAME })
}

async function makePasswordLink(tx: Database, account: Account): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tx.insert(verification).values({
    identifier: `reset-password:${token}`,
    value: account.id,
    expiresAt: new Date(Date.now() + linkLifetimeSeconds * 1000),
  })
  await record(tx, 'password_link_made', account)
  return `${readEnv().siteUrl}/auth/reset?token=${token}`
}

/** The password on the first line of the input, under the rules of the site; throws a sentence where it can't be one. */
async function acceptedPassword(input = ''): Promise<string> {
  const password = input.split(/\r?\n/)[0]!
  if (password.length < limits.passwordMin || password.length > limits.passwordMax)
    throw new Error(`A password has ${limits.passwordMin} to ${limits.passwordMax} characters`)
  if (await isCommonPassword(password))
    throw new Error('This password is too common. Please choose another one.')
  return password
}

/** As the link of a mail does: all sessions end. */
async function setPassword(tx: Database, account: Account, hash: string): Promise<string> {
  const isPassword = and(eq(login.userId, account.id), eq(login.providerId, 'credential'))
  await tx.update(login).set({ password: hash, updatedAt: new Date() }).where(isPassword)
  await tx.delete(session).where(eq(session.userId, account.id))
  await reset(tx, accountLimit(account.email))
  await record(tx, 'password_set', account)
  return `${account.email} can sign in with the new password; all sessions have ended`
}

export const accountCommands: Record<string, Command> = {
  'user list': {
    usage: 'user list [--suspended] [WORDS]',
    help: 'lists accounts by address, or those whose name or address has these words',
    parameters: ['text*'],
    options: { suspended: { type: 'boolean', help: 'only suspended accounts' } },
    async run(context, output, ...words) {
      const { suspended } = context.options
      const { db } = await openMigrated(context)
      const matches = words.map(
        (word) =>
          sql`(joined(fold(name)) like ${containing(word)} or email like ${`%${word.toLowerCase()}%`})`,
      )
      const accounts = await rows<Account>(db)`
        select * from (select ${accountColumns} from "user") as account
        where ${sql.join([...matches, suspended ? sql`is_suspended` : sql`true`], sql` and `)}
        order by email limit ${maxListed + 1}`
      for (const account of accounts.slice(0, maxListed))
        output.print([account.email, account.name ?? '–', stateOf(account)].filter(Boolean).join('\t'))
      if (accounts.length === 0 && words.length > 0) throw new Error('No account matches')
      if (accounts.length === 0) output.print(suspended ? 'No account is suspended' : 'There are no accounts')
      if (accounts.length > maxListed)
        output.printError('There are more accounts: add a part of a name or address')
    },
  },
  'user show': onAccount('user show EMAIL', 'shows an account', async (tx, account) => {
    const branch = await readBranch(tx, account.id)
    const [more] = await rows<{
      invited_by: string | null
      suspended_at: string | null
      invited: number
      conferences: number
      speaker: string | null
      sessions: number
      waiting: number
      last_error: string | null
    }>(tx)`
      select
        (select email from invitation_codes join "user" on "user".id = created_by where used_by = ${account.id}::uuid limit 1) as invited_by,
        (select created_at::date::text from suspensions where user_id = ${account.id}::uuid) as suspended_at,
        (select count(*)::integer from invitation_codes where created_by = ${account.id}::uuid and used_by is not null) as invited,
        (select count(*)::integer from all_events where created_by = ${account.id}::uuid) as conferences,
        (select name from all_speakers where user_id = ${account.id}::uuid) as speaker,
        (select count(*)::integer from session where user_id = ${account.id}::uuid and expires_at > now()) as sessions,
        (select count(*)::integer from mail_outbox where user_id = ${account.id}::uuid and sent_at is null) as waiting,
        (select last_error from mail_outbox where user_id = ${account.id}::uuid and sent_at is null and last_error is not null
          order by created_at desc limit 1) as last_error`
    const { invited_by, suspended_at, invited, conferences, speaker, sessions, waiting, last_error } = more!
    return [
      `Address: ${account.email}${account.is_confirmed ? '' : ' (not confirmed: user confirm)'}`,
      `Name: ${account.name ?? '–'}`,
      `Profile: ${readEnv().siteUrl}${pathOf(account)}`,
      `Member since: ${account.since}`,
      `Administrator: ${account.is_admin ? 'yes' : 'no'}`,
      `Suspended: ${suspended_at ? `since ${suspended_at}` : 'no'}`,
      `Invited by: ${invited_by ?? '–'}`,
      `Invited: ${invited}${branch.invited > invited ? `, and ${branch.invited - invited} through them` : ''}`,
      `Conferences: ${conferences}`,
      `Speaker: ${speaker ?? '–'}`,
      `Signed in: ${count(sessions, 'session', 'sessions')}`,
      `Mail not sent: ${waiting}${last_error ? ` (${last_error})` : ''}`,
    ]
  }),
  'user confirm': onAccount(
    'user confirm EMAIL',
    'confirms the address of an account that did not get the mail',
    async (tx, account) => {
      if (account.is_confirmed) return `${account.email} is already confirmed`
      await confirmAddress(tx, account)
      await record(tx, 'member_confirmed', account)
      return `${account.email} is confirmed and can sign in`
    },
  ),
  'user email': {
    usage: 'user email OLD NEW',
    help: 'changes the mail address of an account, and notifies the old one',
    parameters: ['text', 'text'],
    async run(context, output, oldEmail, newEmail) {
      const { db } = await openMigrated(context)
      const address = emailForm.safeParse({ email: newEmail })
      if (!address.success) throw new Error(`${newEmail} is not a mail address`)
      const to = address.data.email.toLowerCase()
      await db.transaction(async (tx) => {
        const account = await findAccount(tx, oldEmail!)
        if (account.email === to) throw new Error(`${to} is already the address of this account`)
        const changed = await changeAddress(tx, account, to).catch(
          explain('user_email_is_unique', `${to} already belongs to another account`),
        )
        await tx.delete(address_changes).where(eq(address_changes.user_id, account.id))
        await record(tx, 'address_changed', account)
        await mailOf(tx).changedAddress(changed!)
        output.print(`${account.email} is now ${to}`)
      })
    },
  },
  'user password': {
    usage: 'user password EMAIL [--set]',
    help: 'prints a link for a new password, valid once within an hour, or sets one',
    parameters: ['text'],
    options: {
      set: { type: 'boolean', help: 'asks for the password on the terminal, or reads it from a pipe' },
    },
    async run(context, output, email) {
      const { db } = await openMigrated(context)
      const password = context.options.set ? await acceptedPassword(context.input) : undefined
      const hash = password && (await passwords.hash(password))
      await db.transaction(async (tx) => {
        const account = await findAccount(tx, email!)
        output.print(hash ? await setPassword(tx, account, hash) : await makePasswordLink(tx, account))
        if (!account.is_confirmed) output.print(`${account.email} is not confirmed: run user confirm, too`)
      })
    },
  },
  'user suspend': onAccount(
    'user suspend EMAIL [--branch]',
    'suspends a member and hides what is theirs',
    async (tx, account, { branch }) => {
      const hasBranch = branch === true
      const { admins } = hasBranch ? await readBranch(tx, account.id) : { admins: 0 }
      const suspended = await suspendMembers(tx, { id: account.id, hasBranch, suspendedBy: null })
      if (!suspended) throw new Error(lastAdministrator(account))
      const { people } = suspended
      if (people === 0) return `${account.email} is already suspended`
      await record(tx, 'member_suspended', account, suspended)
      const outcome = hasBranch
        ? `Suspended ${count(people, 'person', 'people')}`
        : `${account.email} is suspended`
      if (admins === 0) return outcome
      return [
        outcome,
        `Not suspended: ${count(admins, 'administrator', 'administrators')} among them, and the people they invited`,
      ]
    },
    { branch: { type: 'boolean', help: 'also everyone they invited, directly or indirectly' } },
  ),
  'user restore': onAccount(
    'user restore EMAIL',
    'undoes a suspension, also of everyone who was suspended with the person',
    async (tx, account) => {
      const people = await restore(tx, account.id)
      if (people === 0) return `${account.email} is not suspended`
      await record(tx, 'member_restored', account, { people })
      return people === 1 ? `${account.email} is restored` : `Restored ${people} people`
    },
  ),
  'user reset-2fa': {
    usage: 'user reset-2fa EMAIL|--all',
    help: 'turns off two-factor authentication of an account, or of all',
    parameters: ['text?'],
    options: { all: { type: 'boolean', help: 'for all accounts' } },
    async run(context, output, email) {
      if (Boolean(email) === Boolean(context.options.all))
        throw new Error('Give the address of an account, or --all')
      const { db } = await openMigrated(context)
      await db.transaction(async (tx) => {
        const accounts = email
          ? [await findAccount(tx, email)]
          : await rows<Account>(tx)`
              select ${accountColumns} from "user" where two_factor_enabled order by email`
        for (const account of accounts) {
          await turnOffSecondFactor(tx, account.id)
          await record(tx, 'second_factor_removed', account)
          await mailOf(tx).secondFactor({ ...account, name: account.name ?? '' }, 'off')
        }
        if (email) output.print(`${accounts[0]!.email} signs in with the password alone`)
        else
          output.print(
            `${count(accounts.length, 'account signs', 'accounts sign')} in with the password alone`,
          )
      })
    },
  },
  'user delete': onAccount(
    'user delete EMAIL [--yes]',
    'deletes an account permanently, after a confirmation',
    async (tx, account, { yes }) => {
      if (!yes) throw new Error(`This can't be undone. To delete ${account.email} for good, add --yes`)
      await deleteAccount(tx, account).catch(explain('user_roles_keep_one_admin', lastAdministrator(account)))
      // Without the name, which is gone with the account.
      await recordAdminAction(tx, operatorId, { action: 'account_deleted', subject: 'an account' })
      return `${account.email} is deleted`
    },
    { yes: { type: 'boolean', help: 'without a confirmation' } },
  ),
  'user sign-out': onAccount(
    'user sign-out EMAIL',
    'ends all sessions of an account',
    async (tx, account) => {
      const ended = await tx
        .delete(session)
        .where(eq(session.userId, account.id))
        .returning({ id: session.id })
      await record(tx, 'member_signed_out', account)
      return `Ended ${count(ended.length, 'session', 'sessions')} of ${account.email}`
    },
  ),
  'admin add': onAccount(
    'admin add EMAIL',
    'makes the account an administrator, and confirms its address',
    async (tx, account) => {
      if (await isSuspended(tx, account.id))
        throw new Error(`${account.email} is suspended: run user restore first`)
      if (account.is_admin && account.is_confirmed) return `${account.email} is already an administrator`
      await tx.insert(user_roles).values({ user_id: account.id, role: 'admin' }).onConflictDoNothing()
      await record(tx, 'admin_added', account)
      if (account.is_confirmed) return `${account.email} is an administrator`
      // The operator can vouch for the address; without this a wrong SMTP_URL locks the first administrator out.
      await confirmAddress(tx, account)
      return `${account.email} is an administrator, and the address is confirmed`
    },
  ),
  'admin remove': onAccount(
    'admin remove EMAIL',
    'removes the admin role from an account',
    async (tx, account) => {
      const { id, email } = account
      const isRole = and(eq(user_roles.user_id, id), eq(user_roles.role, 'admin'))
      const removed = await tx
        .delete(user_roles)
        .where(isRole)
        .returning({ id: user_roles.user_id })
        .catch(explain('user_roles_keep_one_admin', lastAdministrator(account)))
      if (removed.length === 0) return `${email} is not an administrator`
      await record(tx, 'admin_removed', account)
      return `${email} is no longer an administrator`
    },
  ),
  'invite list': {
    usage: 'invite list',
    help: 'lists the newest invitation codes with who created and used them',
    parameters: [],
    async run(context, output) {
      const { db } = await openMigrated(context)
      const codes = await rows<{ code: string; state: string; maker: string | null; guest: string | null }>(
        db,
      )`
        select code, maker.email as maker, guest.email as guest,
          case when used_at is not null then 'used' when not is_active then 'revoked'
            when expires_at <= now() then 'expired' else 'unused' end as state
        from invitation_codes left join "user" as maker on maker.id = created_by left join "user" as guest on guest.id = used_by
        order by invitation_codes.created_at desc, invitation_codes.id limit ${maxListed}`
      for (const { code, state, maker, guest } of codes)
        output.print(`${code}\t${state}${guest ? ` by ${guest}` : ''}\tmade by ${maker ?? 'the operator'}`)
      if (codes.length === 0) output.print('There is no invitation code')
    },
  },
  'invite revoke': {
    usage: 'invite revoke CODE',
    help: 'revokes an unused invitation code',
    parameters: ['text'],
    async run(context, output, code) {
      const { db } = await openMigrated(context)
      const subject = code!.trim().toUpperCase()
      await db.transaction(async (tx) => {
        if (!(await revokeCode(tx, subject))) throw new Error(`${code} is not an unused invitation code`)
        await recordAdminAction(tx, operatorId, { action: 'code_revoked', subject })
      })
      output.print(`${subject} can no longer be used`)
    },
  },
  invite: {
    usage: 'invite',
    help: 'creates an invitation code and prints it',
    parameters: [],
    async run(context, output) {
      const { db } = await openMigrated(context)
      const code = generateCode()
      await db.transaction(async (tx) => {
        await tx.execute(sql`insert into invitation_codes (code) values (${code})`)
        await recordAdminAction(tx, operatorId, { action: 'code_made', subject: 'an invitation code' })
      })
      output.print(code)
    },
  },
}

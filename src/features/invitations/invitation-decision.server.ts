import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Decision, refusal } from '#features/decisions/decide.server.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { composeMail } from '#platform/compose-mail.ts'
import type { Database } from '#platform/database/db.ts'
import { revokeCode } from './invitation-codes.server.ts'
import { invitation_codes, invitation_requests } from './invitations.tables.ts'
import { generateCode } from './invitations.ts'

const answer = (tx: Database, id: string, code: string | null) =>
  tx.update(invitation_requests).set({ answered_at: sql`now()`, code }).where(eq(invitation_requests.id, id))

const states = {
  open: sql`answered_at is null`,
  accepted: sql`code is not null`,
  refused: sql`answered_at is not null and code is null`,
}

/** Who asks for a code gets one by mail, or no answer. */
export const invitationDecision: Decision<typeof invitation_requests.$inferSelect> = {
  async lock(tx, id, _, isRefused) {
    const { answered_at } = invitation_requests
    const [request] = await tx
      .select()
      .from(invitation_requests)
      .where(and(eq(invitation_requests.id, id), isRefused ? isNotNull(answered_at) : isNull(answered_at)))
      .for('update')
    return request
  },
  missing: 'This request has already been answered',
  reopensFrom: ['refused', 'accepted'],
  list: (state) => sql`
    select id, created_at, email as name, null as path, null::uuid as asked_by, false as is_doubtful
    from invitation_requests where ${states[state]}`,
  evidence: sql`(select json_build_object('words', reason) from invitation_requests where id = item.id)`,
  async accept({ tx, viewer, site, subject: { id, email } }) {
    const code = generateCode()
    await answer(tx, id, code)
    await tx.insert(invitation_codes).values({ code, created_by: viewer.id })
    const mail = composeMail({
      siteName: site.name,
      siteUrl: site.url,
      subject: `Your invitation to ${site.name}`,
      lines: [
        `You asked for an invitation to ${site.name}. Register with the link below; it works once.`,
        `Your code is ${code}.`,
      ],
      button: { label: 'Register', url: `${site.url}/auth?code=${code}` },
    })
    await tx.insert(mail_outbox).values({ to_address: email, ...mail })
    return []
  },
  async reject({ tx, subject: { id } }) {
    await answer(tx, id, null)
    return []
  },
  /** A code that was sent is worthless then. */
  async reopen({ tx, subject: { id, email, code } }) {
    if (code && !(await revokeCode(tx, code)))
      throw refusal('CONFLICT', 'The code that was sent has been used or revoked')
    await tx.execute(sql`
      delete from mail_outbox where to_address = ${email} and sent_at is null and position(${code} in text) > 0`)
    await tx
      .update(invitation_requests)
      .set({ answered_at: null, code: null })
      .where(eq(invitation_requests.id, id))
    return []
  },
}

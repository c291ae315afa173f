import { eq, sql } from 'drizzle-orm'
import type { Decision } from '#features/decisions/decide.server.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { composeMail } from '#platform/compose-mail.ts'
import type { Database } from '#platform/database/db.ts'
import { invitation_codes, invitation_requests } from './invitations.tables.ts'
import { generateCode } from './invitations.ts'

const remove = (tx: Database, id: string) =>
  tx.delete(invitation_requests).where(eq(invitation_requests.id, id))

/** Who asks for a code gets one by mail, or no answer. */
export const invitationDecision: Decision<{ id: string; email: string }> = {
  async lock(tx, id) {
    const { email } = invitation_requests
    const [request] = await tx
      .select({ id: invitation_requests.id, email })
      .from(invitation_requests)
      .where(eq(invitation_requests.id, id))
      .for('update')
    return request
  },
  missing: 'This request has already been answered',
  list: (state) =>
    state === 'open'
      ? sql`select id, created_at, email as name, null as path, null::uuid as asked_by, false as is_doubtful from invitation_requests`
      : undefined,
  evidence: sql`(select json_build_object('words', reason) from invitation_requests where id = item.id)`,
  async accept({ tx, viewer, site, subject: { id, email } }) {
    await remove(tx, id)
    const code = generateCode()
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
    await remove(tx, id)
    return []
  },
}

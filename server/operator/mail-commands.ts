import { composeMail } from '#platform/compose-mail.ts'
import { readEnv } from '#platform/env.ts'
import { mailTransport, senderOf } from '#server/mail/mail-worker.ts'
import type { Command } from './command.ts'

export type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

/** What is wrong, in one sentence that names the setting to change. */
export function mailProblem(error: SmtpError, host: string, from: string, to: string): string {
  const { code = '', command = '', message } = error
  const text = `${code} ${message}`
  const answer = error.response ? ` The server's answer: ${error.response}` : ''
  if (/certificate|altname|self.signed|CERT_/i.test(text))
    return `The certificate of ${host} is not valid: ${message}. SMTP_URL must have the name that the certificate is for.`
  if (/wrong version number|packet length too long|ssl3_|EPROTO/i.test(text))
    return `${host} does not accept TLS from the start: use smtp:// instead of smtps:// in SMTP_URL, or another port.`
  if (/ECONNREFUSED/.test(text))
    return `Nothing answers at ${host}: the host or port of SMTP_URL is wrong, or the server is down.`
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(text)) return `The host of SMTP_URL (${host}) is not known.`
  if (/ETIMEDOUT|Greeting never received|timeout/i.test(text))
    return `${host} does not answer in time: a firewall may be in the way, or SMTP_URL needs smtps:// for this port.`
  // Also where it concerns the sender or the password: greylisting answers so to unknown senders.
  if (error.responseCode && error.responseCode < 500)
    return `${host} asks to try again later; waiting mail is retried automatically.${answer}`
  if (code === 'EAUTH')
    return `${host} rejected the user name or password of SMTP_URL (write % and @ in them as %25 and %40).${answer}`
  if (command === 'MAIL FROM') return `${host} rejected the sender ${from}: change MAIL_FROM.${answer}`
  if (command === 'RCPT TO') return `${host} rejected the recipient ${to}.${answer}`
  return `${host} did not accept the mail: ${error.response ?? message}`
}

export const mailCommands: Record<string, Command> = {
  'mail test': {
    usage: 'mail test ADDRESS',
    help: 'sends a test mail and prints the answer of the mail server',
    parameters: ['text'],
    async run({ signal }, output, to) {
      const env = readEnv()
      if (!env.SMTP_URL) throw new Error('SMTP_URL is not set, so this site sends no mail.')
      if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(to!)) throw new Error(`${to} is not a mail address.`)
      const { host } = new URL(env.SMTP_URL)
      const from = senderOf(env)
      const mail = composeMail({
        siteName: env.SITE_NAME,
        siteUrl: env.siteUrl,
        subject: `Test of ${env.SITE_NAME}`,
        lines: [`This is a test: mail of ${env.SITE_NAME} arrives.`],
      })
      const transport = await mailTransport(env.SMTP_URL)
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: to! },
          ...mail,
          signal,
        })
        output.print(`${host} took the mail from ${from} to ${to}: ${response}`)
      } catch (error) {
        if (signal?.aborted) throw new Error('The site stopped before the mail server answered.')
        throw new Error(mailProblem(error as SmtpError, host, from, to!))
      } finally {
        transport.close()
      }
    },
  },
}

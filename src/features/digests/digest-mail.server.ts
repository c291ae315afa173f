import { followedPath } from '#features/follows/follows.ts'
import { composeMail, type Mail } from '#platform/compose-mail.ts'
import type { DigestPart } from './digests.schemas.ts'

export function digestMail(site: { name: string; url: string }, parts: DigestPart[]): Mail {
  return composeMail({
    siteName: site.name,
    siteUrl: site.url,
    subject: 'New this week in what you follow',
    lines: ['Here is what is new about what you follow.'],
    sections: parts.map(({ kind, key, name, items, total }) => ({
      title: name,
      items: items.map(({ label, title, path, text }) => ({
        title: `${label}: ${title}`,
        url: site.url + path,
        text,
      })),
      more:
        kind !== 'check' && total > items.length
          ? { label: `And ${total - items.length} more`, url: site.url + followedPath({ kind, key }) }
          : undefined,
    })),
    closing: ['You can change when you get this email, or turn it off, in your account settings.'],
    button: { label: 'View it on the site', url: `${site.url}/account/digest` },
  })
}

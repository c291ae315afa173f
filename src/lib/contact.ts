/** What leads to the operator's contact: an https URL as it is, an email address with a subject and a text, if given. */
export function contactUrl(contact: string, mail?: { subject: string; body: string }): string {
  if (/^https:/i.test(contact)) return contact
  const query =
    mail &&
    Object.entries(mail)
      .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
      .join('&')
  return `mailto:${contact}${query ? `?${query}` : ''}`
}

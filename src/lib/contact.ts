/** What leads to the operator's contact: an https URL as it is, an email address with a query such as `?subject=…`. */
export const contactUrl = (contact: string, mailQuery = '') =>
  /^https:/i.test(contact) ? contact : `mailto:${contact}${mailQuery}`

import { languageName } from '#lib/language-name.ts'

export const eventFormats = ['in_person', 'online', 'hybrid'] as const
export type EventFormat = (typeof eventFormats)[number]

export const formatLabels: Record<EventFormat, string> = {
  in_person: 'In person',
  online: 'Online',
  hybrid: 'In person and online',
}

/** What is there for people who need it, with what the page says if it is, and if it is known not to be. */
export const provisionTexts = {
  captions: ['Captions', 'No captions'],
  sign_language: ['Sign language', 'No sign language'],
  step_free: ['Step-free access', 'No step-free access'],
  childcare: ['Childcare', 'No childcare'],
  quiet_room: ['Quiet room', 'No quiet room'],
  scholarships: ['Scholarships', 'No scholarships'],
} as const
export type Provision = keyof typeof provisionTexts
export const provisions = Object.keys(provisionTexts) as Provision[]

type Provisions = { [Name in Provision]: string | null }

/** What is known of them, in words. */
export const provisionsOf = (event: Provisions): string[] =>
  provisions.flatMap((name) => {
    const [there, missing] = provisionTexts[name]
    return event[name] === 'yes' ? [there] : event[name] === 'no' ? [missing] : []
  })

export const languagesText = (languages: string) => languages.split(', ').map(languageName).join(', ')

export const priceText = (price: string) => (price === 'free' ? 'Free' : price)

/** 'free', '150 EUR' or '150 to 300 EUR' from what people write: '€150', '150-300 eur', 'EUR 150 – 300', '0'. */
export function normalPrice(text: string): string {
  const plain = text.trim().replace('€', ' EUR ').replace('£', ' GBP ').replace(/\s+/g, ' ').trim()
  if (/^(free|0( [a-z]{3})?)$/i.test(plain)) return 'free'
  const [, before, from, to, after] =
    /^([a-z]{3})? ?(\d{1,6}) ?(?:(?:-|–|to) ?(\d{1,6}))? ?([a-z]{3})?$/i.exec(plain) ?? []
  const currency = (after ?? before)?.toUpperCase()
  if (!from || !currency) return text
  return to ? `${from} to ${to} ${currency}` : `${from} ${currency}`
}

/** 'en, pt-BR' from 'EN;pt-br'. */
export const normalLanguages = (text: string) =>
  text
    .split(/[,;|]/)
    .map((code) => code.trim())
    .filter(Boolean)
    .map((code) => {
      const [language = '', ...rest] = code.split('-')
      return [
        language.toLowerCase(),
        ...rest.map((part) => (part.length === 2 ? part.toUpperCase() : part)),
      ].join('-')
    })
    .join(', ')

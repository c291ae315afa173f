import type { Context } from 'hono'
import type { Host } from './procedures/host.ts'
import { isRead } from './requests.ts'

const maxFormParts = 100
/** Of one part: its name, that of its file, its kind; or the name of a field. */
const maxPartHeader = 4 * 1024
const maxFields = 1000
/** Of JSON, its brackets and commas: what is decided about a programme of five thousand talks has thirty thousand. */
const maxJsonSigns = 50_000

/** Whatever fields or JSON of so many bytes hold, they are parsed in a moment. */
const alwaysQuickBytes = 16 * 1024

const strangeForm = `This form cannot be read: it has more than ${maxFormParts} parts, a part with long headers, or no boundary and end`
const strangeFields = `This form cannot be read: it has more than ${maxFields.toLocaleString('en')} fields, or one with a long name`
export const strangeJson = `This JSON cannot be read: it has more than ${maxJsonSigns.toLocaleString('en')} values`

/**
 * Looks at a body before it is parsed, for meanwhile nobody is answered: a form of 17 MB in parts or headers alone takes 15
 * seconds, a megabyte of fields 5; files or texts take next to nothing. Returns what it is refused with, or undefined.
 */
export async function refuseUnparsed(c: Context<Host>): Promise<string | undefined> {
  if (isRead(c.req.method)) return undefined
  const contentType = c.req.header('content-type') ?? 'application/json'
  const [, isQuick, message] = checks.find(([kind]) => contentType.toLowerCase().startsWith(kind)) ?? []
  if (!isQuick) return undefined
  if (isQuick !== isQuickForm && Number(c.req.header('content-length')) <= alwaysQuickBytes) return undefined
  // A sender who is gone in the middle is no fault of ours to be logged.
  const body = await c.req.raw.arrayBuffer().then(Buffer.from, () => undefined)
  if (!body || !isQuick(body, contentType)) return message
  c.req.raw = new Request(c.req.raw, { body })
  return undefined
}

const checks: [kind: string, isQuick: (body: Buffer, contentType: string) => boolean, message: string][] = [
  ['multipart/form-data', isQuickForm, strangeForm],
  ['application/x-www-form-urlencoded', hasFewFields, strangeFields],
  ['application/json', isQuickJson, strangeJson],
]

/** A header that parsers could read as two boundaries is refused. */
function isQuickForm(body: Buffer, contentType: string): boolean {
  const boundary = contentType.match(
    /^multipart\/form-data *; *boundary=("?)([\w'()+./:=?-]{1,70})\1 *(?:;[^,]*)?$/i,
  )?.[2]
  const delimiter = `--${boundary}`
  let at = boundary ? body.indexOf(delimiter) : -1
  for (let parts = 0; at !== -1; parts++) {
    at += delimiter.length
    if (body.toString('latin1', at, at + 2) === '--') return true
    const header = body.subarray(at, at + maxPartHeader).indexOf('\r\n\r\n')
    if (header === -1 || parts === maxFormParts) return false
    at = body.indexOf(delimiter, at + header)
  }
  return false
}

function hasFewFields(body: Buffer): boolean {
  const fields = body.toString('latin1').split('&', maxFields + 1)
  return (
    fields.length <= maxFields && fields.every((field) => field.split('=', 1)[0]!.length <= maxPartHeader)
  )
}

export function isQuickJson(text: Buffer): boolean {
  let signs = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === 0x2c || sign === 0x5b || sign === 0x7b) signs++
  }
  return signs <= maxJsonSigns
}

import busboy from 'busboy'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Host } from './procedures/host.ts'

/** GET only reads: oRPC refuses it for a procedure that writes. HEAD is answered as GET. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** What a route takes: so many bytes, the sentence for more where the usual one does not fit, and whether they are a file, which is not parsed here. */
export type AcceptedBody = { maxBytes: number; tooLarge?: string; isFile?: boolean }
type Declaration = AcceptedBody | ((c: Context<Host>) => AcceptedBody | Promise<AcceptedBody>)

/** Enough for the longest texts of a form. Files come on top of that. */
export const maxTextBytes = 1024 * 1024
/** A few short fields; what a route takes that declares nothing. */
export const smallBody: AcceptedBody = { maxBytes: 1024 }
/** A button alone. */
export const noBody: AcceptedBody = { maxBytes: 0 }

/** Whatever a body of so many bytes holds, it is parsed in a moment. */
const cheapBytes = 16 * 1024
const maxFormParts = 100
const maxFields = 1000
/** Of the name of a field: oRPC makes a level of an object of each pair of brackets. */
const maxNameBytes = 4 * 1024
/** Of JSON, its brackets and commas: what is decided about a programme of five thousand talks has thirty thousand. */
const maxJsonSigns = 50_000

const tooManyParts = `This form cannot be read: it has more than ${maxFormParts} parts, a part with long headers, or no boundary and end`
const tooManyFields = `This form cannot be read: it has more than ${maxFields.toLocaleString('en')} fields, or one with a long name`
const tooManyValues = `This JSON cannot be read: it has more than ${maxJsonSigns.toLocaleString('en')} values`
const longTexts = `The texts of a form, without its files, are at most ${maxTextBytes / 1024 / 1024} MB`

class RefusedBody extends Error {
  readonly status: 400 | 413
  constructor(status: 400 | 413, message: string) {
    super(message)
    this.status = status
  }
}

const declarations = new WeakMap<object, Declaration>()

/** Declares, as a handler of the route, what its requests may have as a body. */
export function accepts(declaration: Declaration): MiddlewareHandler<Host> {
  const handler: MiddlewareHandler<Host> = (_, next) => next()
  declarations.set(handler, declaration)
  return handler
}

export const isDeclaration = (handler: object) => declarations.has(handler)

/** The declaration of the first route that answers this method. What is there for every method is middleware unless it declares a body. */
function declarationOf(c: Context<Host>): Declaration {
  const route = matchedRoutes(c).find(({ method, handler }) => method !== 'ALL' || isDeclaration(handler))
  return (route && declarations.get(route.handler)) ?? smallBody
}

/**
 * Reads the body of every request before its route does: no more than the route declares, and nothing that takes long to
 * parse, for meanwhile nobody is answered. A form with files is parsed here, as it comes; routes get it by `formData()`.
 */
export const readBody: MiddlewareHandler<Host> = async (c, next) => {
  if (isRead(c.req.method)) return next()
  const { maxBytes, tooLarge, isFile = false } = await resolve(declarationOf(c), c)
  const isApi = c.req.path.startsWith('/api/')
  const refuse = (status: 400 | 413, message: string) => {
    // A client that still sends would not see the answer if the connection was closed now. @hono/node-server closes it half
    // a second later, or after 64 MB.
    if (c.req.raw.bodyUsed) void discard(c.req.raw.body)
    const headers = { 'cache-control': 'no-store' }
    const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'
    return isApi ? c.json({ code, message }, status, headers) : c.text(message, status, headers)
  }
  const tooLargeMessage =
    tooLarge ??
    (isApi ? `The request is larger than ${sizeName(maxBytes)}` : 'This form is larger than it may be')
  // Node reads no more than this of the body.
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (length > maxBytes) return refuse(413, tooLargeMessage)
  const contentType = c.req.header('content-type')?.toLowerCase() ?? ''
  const isMultipart = !isFile && contentType.startsWith('multipart/form-data') && maxBytes > cheapBytes
  if (length === 0 || (length <= cheapBytes && !isMultipart)) return next()
  const { body } = c.req.raw
  if (!body) return next()
  try {
    const chunks = limited(body, maxBytes, tooLargeMessage)
    c.req.raw = isMultipart
      ? await parseMultipart(c.req.raw, chunks)
      : new Request(c.req.raw, { body: await collect(chunks, isFile ? () => {} : costOf(contentType)) })
  } catch (error) {
    // A sender who is gone in the middle is no fault of ours to be logged.
    return error instanceof RefusedBody
      ? refuse(error.status, error.message)
      : refuse(400, 'The request is incomplete')
  }
  return next()
}

const resolve = (declaration: Declaration, c: Context<Host>) =>
  typeof declaration === 'function' ? declaration(c) : declaration

const sizeName = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`)

async function discard(body: ReadableStream<Uint8Array> | null) {
  try {
    for await (const _ of body ?? []);
  } catch {
    // The sender is gone.
  }
}

async function* limited(body: ReadableStream<Uint8Array>, maxBytes: number, message: string) {
  let bytes = 0
  // Cancelling it would close the connection before it is answered.
  for await (const chunk of body.values({ preventCancel: true })) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RefusedBody(413, message)
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  }
}

type Chunks = AsyncIterable<Buffer>
/** Looks at one chunk after the other. Throws RefusedBody. */
type CountCost = (chunk: Buffer) => void

async function collect(chunks: Chunks, countCost: CountCost): Promise<Buffer<ArrayBuffer>> {
  const list: Buffer[] = []
  for await (const chunk of chunks) {
    countCost(chunk)
    list.push(chunk)
  }
  return Buffer.concat(list)
}

/** What is parsed as nothing of these costs nothing, and may as well be counted as JSON. */
const costOf = (contentType: string): CountCost =>
  contentType.startsWith('application/x-www-form-urlencoded') ? countFields() : countValues()

function countFields(): CountCost {
  let fields = 1
  let nameBytes = 0
  let isName = true
  return (chunk) => {
    for (const sign of chunk) {
      if (sign === 0x26) {
        fields++
        nameBytes = 0
        isName = true
      } else if (sign === 0x3d) isName = false
      else if (isName) nameBytes++
      if (fields > maxFields || nameBytes > maxNameBytes) throw new RefusedBody(400, tooManyFields)
    }
  }
}

function countValues(): CountCost {
  let signs = 0
  return (chunk) => {
    for (const sign of chunk) if (sign === 0x2c || sign === 0x5b || sign === 0x7b) signs++
    if (signs > maxJsonSigns) throw new RefusedBody(400, tooManyValues)
  }
}

/** The request with its form parsed: what `formData()` returns is what was checked here, and not what a second parser makes of it. */
async function parseMultipart(request: Request, chunks: Chunks): Promise<Request> {
  const form = await readForm(request.headers.get('content-type')!, chunks)
  const parsed = new Request(request.url, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
  })
  return Object.defineProperty(parsed, 'formData', { value: async () => form })
}

async function readForm(contentType: string, chunks: Chunks): Promise<FormData> {
  const form = new FormData()
  let textBytes = 0
  // oRPC parses one of the texts as JSON.
  const countCost = countValues()
  let refusal: RefusedBody | undefined
  const refuse = (message: string, status: 400 | 413 = 400) => {
    refusal ??= new RefusedBody(status, message)
  }
  const parser = createParser(contentType)
  parser.on('partsLimit', () => refuse(tooManyParts))
  parser.on('error', () => refuse(tooManyParts))
  const checkName = (name: string | undefined) => {
    if (name === undefined || Buffer.byteLength(name) > maxNameBytes) refuse(tooManyParts)
  }
  parser.on('field', (name, text) => {
    checkName(name)
    textBytes += Buffer.byteLength(text)
    if (textBytes > maxTextBytes) refuse(longTexts, 413)
    if (refusal) return
    try {
      countCost(Buffer.from(text))
    } catch {
      refuse(tooManyValues)
    }
    form.append(name, text)
  })
  parser.on('file', (name, stream, { filename, mimeType }) => {
    checkName(name)
    const content: Buffer<ArrayBuffer>[] = []
    stream.on('data', (chunk) => content.push(chunk))
    stream.on('error', () => refuse(tooManyParts))
    stream.on('end', () => {
      if (!refusal) form.append(name, new File(content, filename ?? '', { type: mimeType }))
    })
  })
  const ended = new Promise<void>((resolve) => parser.once('close', resolve))
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
    if (refusal) throw refusal
  }
  parser.end()
  await ended
  if (refusal) throw refusal
  return form
}

function createParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      // It tells that the limit is met, not that it is exceeded.
      limits: { parts: maxFormParts + 1, fieldSize: maxTextBytes + 1 },
    })
  } catch {
    // It has no boundary.
    throw new RefusedBody(400, tooManyParts)
  }
}

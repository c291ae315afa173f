import { createServer, type Socket } from 'node:net'

/** A mail as the server received it. */
export type ReceivedMail = {
  id: string
  from: string
  to: string[]
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
}

/** How the server treats a mail to an address. */
type Behaviour =
  | 'accept'
  /** Never answers once the mail has begun. */
  | 'hang'
  /** Keeps sending continuation lines and never the final one. */
  | 'drip'
  /** Closes the connection in the middle of the mail. */
  | 'close half-way'
  /** Accepts the mail and closes the connection without an answer. */
  | 'close at the end'
  /** A temporary error, 451. */
  | 'busy'
  /** A permanent error, 550. */
  | 'no such mailbox'

export type SmtpServer = {
  url: string
  port: number
  /** Accepted mails in order, duplicates included. */
  received: ReceivedMail[]
  /** Recipients in the order in which mails to them began, accepted or not. */
  attempted: string[]
  /** Number of open connections. */
  openConnections: () => number
  behaviour: (to: string) => Behaviour
  /** Accepts connections and never sends a greeting. */
  isSilent: boolean
  stop: () => Promise<void>
}

/** A small SMTP server for tests, on the given port or on any free one. */
export async function startSmtp(port = 0): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (!smtp.isSilent) converse(socket, smtp)
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => listening())
  })
  const address = server.address() as { port: number }
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received: [],
    attempted: [],
    openConnections: () => sockets.size,
    behaviour: () => 'accept',
    isSilent: false,
    stop: async () => {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return smtp
}

function converse(socket: Socket, smtp: SmtpServer) {
  let pending = Buffer.alloc(0)
  let from = ''
  let to: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const behaviour = () => smtp.behaviour(to.join())

  const finish = (raw: Buffer) => {
    isData = false
    if (behaviour() === 'hang') return
    if (behaviour() === 'drip') {
      const timer = setInterval(() => say('250-Still thinking'), 20)
      socket.on('close', () => clearInterval(timer))
      return
    }
    if (behaviour() === 'busy') return say('451 4.3.0 Come back later')
    smtp.received.push(parseMail(from, to, raw))
    if (behaviour() === 'close at the end') return socket.destroy()
    say('250 2.0.0 Taken')
  }

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return say('250-test\r\n250-8BITMIME\r\n250 SMTPUTF8')
    if (verb === 'MAIL') {
      from = angleAddress(line)
      to = []
      return say('250 2.1.0 Ok')
    }
    if (verb === 'RCPT') {
      to.push(angleAddress(line))
      return say(behaviour() === 'no such mailbox' ? '550 5.1.1 No such mailbox' : '250 2.1.5 Ok')
    }
    if (verb === 'DATA') {
      isData = true
      smtp.attempted.push(to.join())
      return say('354 Go ahead')
    }
    if (verb === 'QUIT') return socket.end('221 2.0.0 Bye\r\n')
    say(verb === 'RSET' || verb === 'NOOP' ? '250 2.0.0 Ok' : '502 5.5.1 What?')
  }

  say('220 test')
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      if (isData && behaviour() === 'close half-way') return socket.destroy()
      const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = pending.subarray(0, end)
      pending = pending.subarray(end + (isData ? 5 : 2))
      if (isData) finish(part)
      else command(part.toString('utf8'))
    }
  })
}

const angleAddress = (line: string) => line.match(/<(.*)>/)?.[1] ?? ''

/** The unfolded headers of a mail or of one of its parts, and the body. */
function splitHead(raw: string): { headers: [string, string][]; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  return { headers, body: raw.slice(end + 4) }
}

const header = (headers: [string, string][], name: string) => headers.find(([key]) => key === name)?.[1] ?? ''

function parseMail(from: string, to: string[], raw: Buffer): ReceivedMail {
  const { headers, body } = splitHead(raw.toString('latin1').replace(/(^|\r\n)\.\./g, '$1.'))
  const boundary = header(headers, 'content-type').match(/boundary="?([^";]+)"?/)?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => splitHead(part.slice(2)))
    : []
  const partOf = (type: string) => {
    const part = parts.find((candidate) => header(candidate.headers, 'content-type').startsWith(type))
    return part ? decodeBody(header(part.headers, 'content-transfer-encoding'), part.body) : ''
  }
  return {
    id: header(headers, 'message-id'),
    from,
    to,
    headers,
    subject: decodeWords(header(headers, 'subject')),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  }
}

function decodeBody(encoding: string, body: string): string {
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(unquote(body.replace(/=\r\n/g, '')), 'latin1')
        : Buffer.from(body, 'latin1')
  return text.toString('utf8').replace(/\r\n/g, '\n').trimEnd()
}

const unquote = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes =?UTF-8?Q?…?= and =?UTF-8?B?…?= in a header. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : unquote(word.replaceAll('_', ' ')),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))

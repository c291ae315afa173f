import { createServer, type Socket } from 'node:net'

/** A mail as it arrived. */
export type Arrived = {
  id: string
  from: string
  to: string[]
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
}

/** What the server does with a mail to an address; `hang` as the answer to the greeting is `silent`. */
type Manner =
  | 'accept'
  /** Says nothing any more once the mail has begun. */
  | 'hang'
  /** Says something ever again, and never the last word. */
  | 'drip'
  /** Closes the connection in the middle of the mail. */
  | 'close half-way'
  /** Has taken the mail, and closes the connection instead of saying so. */
  | 'close at the end'
  /** Not now. */
  | 'busy'
  /** Never. */
  | 'no such mailbox'

export type SmtpServer = {
  url: string
  port: number
  /** Every mail that was accepted, in order, a second time too if it came twice. */
  arrived: Arrived[]
  /** Addresses in the order in which mails to them began, whatever became of these. */
  begun: string[]
  /** How many connections are open. */
  open: () => number
  manner: (to: string) => Manner
  /** Takes connections and says nothing at all. */
  isSilent: boolean
  stop: () => Promise<void>
}

/** A small SMTP server of the test's own. It listens on the given port, or on any. */
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
    arrived: [],
    begun: [],
    open: () => sockets.size,
    manner: () => 'accept',
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
  const manner = () => smtp.manner(to.join())

  const finish = (raw: Buffer) => {
    isData = false
    if (manner() === 'hang') return
    if (manner() === 'drip') {
      const timer = setInterval(() => say('250-Still thinking'), 20)
      socket.on('close', () => clearInterval(timer))
      return
    }
    if (manner() === 'busy') return say('451 4.3.0 Come back later')
    smtp.arrived.push(parseMail(from, to, raw))
    if (manner() === 'close at the end') return socket.destroy()
    say('250 2.0.0 Taken')
  }

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return say('250-test\r\n250-8BITMIME\r\n250 SMTPUTF8')
    if (verb === 'MAIL') {
      from = between(line)
      to = []
      return say('250 2.1.0 Ok')
    }
    if (verb === 'RCPT') {
      to.push(between(line))
      return say(manner() === 'no such mailbox' ? '550 5.1.1 No such mailbox' : '250 2.1.5 Ok')
    }
    if (verb === 'DATA') {
      isData = true
      smtp.begun.push(to.join())
      return say('354 Go ahead')
    }
    if (verb === 'QUIT') return socket.end('221 2.0.0 Bye\r\n')
    say(verb === 'RSET' || verb === 'NOOP' ? '250 2.0.0 Ok' : '502 5.5.1 What?')
  }

  say('220 test')
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      if (isData && manner() === 'close half-way') return socket.destroy()
      const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = pending.subarray(0, end)
      pending = pending.subarray(end + (isData ? 5 : 2))
      if (isData) finish(part)
      else command(part.toString('utf8'))
    }
  })
}

const between = (line: string) => line.match(/<(.*)>/)?.[1] ?? ''

/** The headers of a mail or of one of its parts, unfolded, and what comes after them. */
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

const header = (headers: [string, string][], name: string) =>
  headers.find(([each]) => each === name)?.[1] ?? ''

function parseMail(from: string, to: string[], raw: Buffer): Arrived {
  const { headers, body } = splitHead(raw.toString('latin1').replace(/(^|\r\n)\.\./g, '$1.'))
  const boundary = header(headers, 'content-type').match(/boundary="?([^";]+)"?/)?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => splitHead(part.slice(2)))
    : []
  const partOf = (type: string) => {
    const part = parts.find((each) => header(each.headers, 'content-type').startsWith(type))
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

/** =?UTF-8?Q?…?= and =?UTF-8?B?…?= of a header. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : unquote(word.replaceAll('_', ' ')),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))

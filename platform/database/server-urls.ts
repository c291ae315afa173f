import { similarName } from '#platform/similar-name.ts'

/** A URL for each server of one that libpq takes, as pg takes it. */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = url.match(/^(\w+:\/\/(?:[^/?@]*@)?)([^/?]*)(.*)$/) ?? []
  // What sslmode means is libpq's: `require` encrypts, `verify-full` checks.
  const end = /[?&]sslmode=/.test(rest) ? `${rest}&uselibpqcompat=true` : rest
  // pg needs a host also where the parameter names the folder of a socket.
  return hosts.split(',').map((host) => `${start}${/^(:|$)/.test(host) ? 'localhost' : ''}${host}${end}`)
}

/** What pg takes, and `prepare`, which is ours (connections.ts). */
const options = [
  ...['host', 'port', 'user', 'password', 'prepare', 'target_session_attrs', 'application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat', 'options'],
  ...['client_encoding', 'fallback_application_name', 'statement_timeout', 'lock_timeout', 'query_timeout'],
  'idle_in_transaction_session_timeout',
]
/** What libpq and the services' own addresses have, and pg passes over: an address that is copied whole works. */
const ignoredOptions = [
  ...[
    'channel_binding',
    'connect_timeout',
    'gssencmode',
    'keepalives',
    'keepalives_idle',
    'keepalives_count',
  ],
  ...[
    'keepalives_interval',
    'load_balance_hosts',
    'require_auth',
    'ssl_min_protocol_version',
    'sslcompression',
  ],
  ...[
    'sslcrl',
    'sslpassword',
    'sslsni',
    'tcp_user_timeout',
    'pgbouncer',
    'connection_limit',
    'pool_timeout',
    'supa',
  ],
]
const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby']

/** What is wrong with the URL of a PostgreSQL server, in words that follow the name of its setting; undefined if nothing is. */
export function serverUrlProblem(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value)) return 'must begin with postgres://'
  const [url, ...otherUrls] = serversOf(value).map((server) => URL.parse(server))
  if (!url || url.hash || url.pathname.includes('@') || otherUrls.some((other) => !other))
    return 'must be an address such as postgres://hallway:password@db.example.org/hallway (in the password, write / as %2F, # as %23, ? as %3F, @ as %40)'
  for (const name of url.searchParams.keys()) {
    if (options.includes(name) || ignoredOptions.includes(name)) continue
    const similar = similarName(name, options)
    return `has the option ${name}, which is none: ${similar ? `write ${similar}` : 'leave it out'}`
  }
  const kind = url.searchParams.get('target_session_attrs')
  if (kind !== null && !sessionKinds.includes(kind))
    return `has target_session_attrs=${kind}: write ${similarName(kind, sessionKinds) ?? 'primary'}`
}

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { serversOf } from './server-urls.ts'
import { isUnavailable, noteLoss, withTimeout } from './unavailable.ts'

/** A statement; `isRepeated` if it is worth preparing whatever its values. */
export type Query = pg.QueryConfig & { rowMode?: 'array'; isRepeated?: boolean }
export type Connection = {
  query(query: Query | string, values?: unknown[]): Promise<pg.QueryResult>
  /** The server's process, or what a pooler gives out as one. */
  processId: number | undefined
  /** Gives it back to the pool. */
  release(): void
}

type Subscription = { channel: string; onPayload: (payload: string) => void; onListening: () => void }

const keepAsText = (text: string) => text
/** As Drizzle asks the drivers: dates, timestamps, intervals and arrays of them and of numerics as text. */
export const textParsers: Record<number, (text: string) => string> = Object.fromEntries(
  [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231].map((oid) => [oid, keepAsText]),
)

const connectTimeoutMs = 5000
/** Detects on an idle connection that the server is gone. */
const keepAliveMs = 10_000
const closeTimeoutMs = 5000
const listenAgainAfterMs = 500
/** Statements with more values vary in length (lists, rows to insert) and are not worth preparing. */
const maxPreparedValues = 15
const maxNames = 2000

/**
 * Connections to the servers of a URL, as libpq takes it: with `host1:5432,host2:5432` the first that answers, with
 * `target_session_attrs=primary` the first that takes writes, with `?host=/run/postgresql` a socket on this machine. With
 * `prepare=false` it works behind a pooler, which supports neither prepared statements nor settings of a session (decision
 * 42). Drizzle uses it in place of a `pg.Pool`, which it knows by the name of the class.
 */
export class ConnectionPool {
  readonly #pools: pg.Pool[]
  readonly isPrepared: boolean
  readonly #subscriptions: Subscription[] = []
  readonly #onLoss: (error: Error) => void
  #listener: Promise<pg.PoolClient> | undefined
  #current = 0
  #isClosed = false

  constructor(
    url: string,
    max: number,
    planCacheMode: 'force_custom_plan' | 'force_generic_plan' = 'force_custom_plan',
    onLoss: (error: Error) => void = () => {},
  ) {
    this.#onLoss = onLoss
    this.isPrepared = !/[?&]prepare=false\b/.test(url)
    const needsPrimary = /[?&]target_session_attrs=(primary|read-write)\b/.test(url)
    const prepareSession = async (client: pg.ClientBase) => {
      // A session that ends between two statements says so here; the next statement rejects.
      client.on('error', () => {})
      // Statements are prepared to parse them once; words that are common or rare need a plan for each. An SSD is assumed, as
      // in the embedded engine: by the default costs a search for words that are common each would read the whole table. Nor
      // is a statement compiled: for one with many parts, such as a digest's, that takes longer than all of its work.
      const planning = this.isPrepared
        ? `, set_config('plan_cache_mode', '${planCacheMode}', false), set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)`
        : ''
      const { rows } = await client.query(
        `select set_config('TimeZone', 'UTC', false), pg_is_in_recovery() as "isStandby"${planning}`,
      )
      if (needsPrimary && rows[0].isStandby) throw new Error('the server is a standby')
    }
    this.#pools = serversOf(url).map((connectionString) =>
      new pg.Pool({
        connectionString,
        max,
        application_name: 'hallway',
        idleTimeoutMillis: 0,
        // Statements of one transaction may be sent together.
        pipeline: true,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
        Client: ClientWithTimeout,
        onConnect: prepareSession,
        types: { getTypeParser: (oid, format) => textParsers[oid] ?? pg.types.getTypeParser(oid, format) },
      }).on('error', () => {}),
    )
  }

  /** Waits for a free connection as long as it takes. One that is lost leaves the pool, released or not. */
  async connect(): Promise<Connection> {
    const client = await this.#connectToAny()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      client.off('end', release)
      client.release()
    }
    client.once('end', release)
    return {
      // Not in its types.
      processId: (client as { processID?: number }).processID,
      release,
      query: async (query, values = []) => {
        const { isRepeated, ...config } = typeof query === 'string' ? { text: query } : query
        const isNamed = isRepeated || (values.length > 0 && values.length <= maxPreparedValues)
        const name = this.isPrepared && isNamed ? nameOf(config.text) : undefined
        return client.query({ ...config, name }, values).catch((error) => this.#fail(error))
      },
    }
  }

  async query(query: Query | string, values?: unknown[]): Promise<pg.QueryResult> {
    const connection = await this.connect()
    try {
      return await connection.query(query, values)
    } finally {
      connection.release()
    }
  }

  /**
   * Listens, all channels on one connection that the pool keeps for it; after a loss on another, where `onListening` is
   * called again. Rejects if there is none the first time.
   */
  async listen(channel: string, onPayload: (payload: string) => void, onListening = () => {}): Promise<void> {
    const client = await this.#connectListener()
    await client.query(`listen ${channel}`)
    this.#subscriptions.push({ channel, onPayload, onListening })
    onListening()
  }

  #connectListener(): Promise<pg.PoolClient> {
    this.#listener ??= this.#connectToAny().then(
      (client) => {
        client.on('notification', ({ channel, payload = '' }) => {
          for (const each of this.#subscriptions) if (each.channel === channel) each.onPayload(payload)
        })
        client.once('end', () => {
          this.#listener = undefined
          client.release(true)
          void this.#listenAgain()
        })
        return client
      },
      (error) => {
        this.#listener = undefined
        throw error
      },
    )
    return this.#listener
  }

  async #listenAgain(): Promise<void> {
    let client: pg.PoolClient | undefined
    while (!client && !this.#isClosed) {
      await pause(listenAgainAfterMs, undefined, { ref: false })
      client = await this.#connectListener().catch(() => undefined)
    }
    // Rejects with the connection alone, whose end is listened to.
    for (const { channel, onListening } of this.#subscriptions)
      client?.query(`listen ${channel}`).then(onListening, () => {})
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const listener = this.#listener?.then((client) => client.end())
    await withTimeout(
      Promise.all([listener, ...this.#pools.map((pool) => pool.end())]),
      closeTimeoutMs,
    ).catch(() => {})
  }

  #fail(error: Error & { code?: string }): never {
    error.code ??= 'ECONNRESET'
    if (noteLoss(error) && !this.#isClosed) this.#onLoss(error)
    throw error
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      const pool = this.#pools[this.#current]!
      try {
        return await pool.connect().catch(addCode)
      } catch (error) {
        if (tries >= this.#pools.length || !isUnavailable(error)) this.#fail(error as Error)
        if (pool === this.#pools[this.#current]) this.#current = (this.#current + 1) % this.#pools.length
      }
    }
  }
}

/** pg's own errors, as of a connection that is lost or takes too long to be made, have a message alone. */
function addCode(error: Error & { code?: string }): never {
  error.code ??= 'ECONNRESET'
  throw error
}

/** The same pool with another `query`; transactions are as before. */
export const withQuery = (pool: ConnectionPool, query: ConnectionPool['query']): ConnectionPool =>
  Object.assign(Object.create(pool), { query, connect: () => pool.connect() })

/** The pool's own limit would count the wait for a free connection too. */
class ClientWithTimeout extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
  }
}

const names = new Map<string, string>()
let nameCount = 0

/** The name of a prepared statement, the same on each connection. */
function nameOf(text: string): string {
  const cachedName = names.get(text)
  if (cachedName) return cachedName
  if (names.size >= maxNames) names.clear()
  const name = `hallway_${++nameCount}`
  names.set(text, name)
  return name
}

import type { PGliteInterface, QueryOptions, Results } from '@electric-sql/pglite'

/** A plan takes up to 1 MB of the engine's memory, which never shrinks. */
const maxPlans = 24

const literalOf = (value: unknown) =>
  (value ?? null) === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`

/**
 * Runs reads with one plan for all values: this engine, which plans a statement each time, takes longer for that than to
 * run it. What cannot be run so, as after a restart of the engine, runs as it is.
 */
export function createPreparedReads(pg: Pick<PGliteInterface, 'query' | 'exec'>) {
  const names = new Map<string, string>()
  let lastNumber = 0
  const drop = (text: string, name = names.get(text)) => {
    if (names.delete(text)) pg.exec(`deallocate ${name}`).catch(() => {})
  }

  /** The engine does one thing after the other: whoever has the name comes after its statement was prepared. */
  async function nameOf(text: string): Promise<string> {
    const name = names.get(text) ?? `read_${++lastNumber}`
    const isNew = !names.delete(text)
    const [oldest] = names
    names.set(text, name)
    if (isNew && oldest && names.size > maxPlans) drop(oldest[0])
    if (isNew) await pg.exec(`prepare ${name} as ${text}`)
    return name
  }

  return async (text: string, values: unknown[], options: QueryOptions): Promise<Results> => {
    if (values.some((value) => typeof value === 'object' && value !== null))
      return pg.query(text, values, options)
    try {
      const name = await nameOf(text)
      const list = values.length > 0 ? `(${values.map(literalOf)})` : ''
      const results = await pg.exec(
        `set local plan_cache_mode = force_generic_plan; execute ${name}${list}`,
        options,
      )
      return results.at(-1)!
    } catch {
      drop(text)
      return pg.query(text, values, options)
    }
  }
}

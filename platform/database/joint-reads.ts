import { type Logger, sql } from 'drizzle-orm'
import { recordStatement } from './statements.ts'
import { isUnavailable } from './unavailable.ts'

/** A column of a result: its name and the oid of its type. */
export type Column = { name: string; type: number }
export type Answer = { rows: unknown[]; columns: Column[] }
/** Asks the engine; `isArrays` for rows as arrays instead of objects, `plan` for what is worth preparing: joint statements and what keeps a generic plan. */
export type Ask = (
  text: string,
  values: unknown[],
  isArrays: boolean,
  plan?: 'generic' | 'custom',
) => Promise<Answer>
type Answering = PromiseWithResolvers<unknown[]>
/** What is known of a statement since it ran alone; without columns it is never joined. */
type Shape = { id: number; columns?: Column[] }
type Read = { text: string; values: unknown[]; isArrays: boolean; shape?: Shape; answer: Answering }

/** Types that the drivers read from a row as they are in JSON: booleans, integers, floats, text, uuids, days, times, JSON; arrays of integers and text. */
const typesAsInJson = new Set([
  16, 21, 23, 25, 114, 700, 701, 1007, 1009, 1015, 1043, 1082, 1083, 2950, 2951, 3802,
])
/** Types that the drivers, as Drizzle sets them, give as PostgreSQL's text: bigint, numeric, timestamps. */
const typesAsText = new Set([20, 1114, 1184, 1700])
/** Ids, days and moments. */
const key = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)$/

const genericPlanMark = '/* generic plan */'

/**
 * Ends a statement for which one plan suits all values, because words only filter rows that are read anyway or are unique
 * keys. tests/generic-plans.db.test.ts compares the plans at night.
 */
export const genericPlan = sql.raw(genericPlanMark)

export const hasGenericPlan = (text: string): boolean => text.includes(genericPlanMark)

/** Whether one plan suits all values: keys, numbers and none, as of who is not signed in. Words and flags may be common or rare. */
const suitsGenericPlan = ({ text, values }: Read) =>
  hasGenericPlan(text) ||
  values.every(
    (value) => value === null || typeof value === 'number' || (typeof value === 'string' && key.test(value)),
  )

const maxShapes = 2000
const maxColumns = 50
/** A statement that writes or locks is sent as it is. */
const isRead = (text: string) =>
  /^\s*\(?(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|pg_advisory\w*)\b/i.test(text)

/** Records what is not read jointly; the joint reads record what they send. */
export const jointLogger: Logger = {
  logQuery: (text, values) => {
    if (!shapes.has(text) && !isRead(text)) recordStatement(text, values)
  },
}

const shapes = new Map<string, Shape>()
const jointTexts = new Map<string, string>()
let lastId = 0

/**
 * Reads for one request: those that are asked for at the same moment, by however many procedures, go to the database as
 * one statement, each part answered as JSON. A statement is joined from the second time on, when its columns are known.
 * Returns undefined for a statement that is no read.
 */
export function createJointReads(ask: Ask) {
  let queue: Read[] = []

  async function runAlone(read: Read): Promise<void> {
    const { text, values, isArrays, answer } = read
    recordStatement(text, values)
    try {
      const { rows, columns } = await ask(
        text,
        values,
        isArrays,
        suitsGenericPlan(read) ? 'generic' : undefined,
      )
      remember(text, values, columns)
      answer.resolve(rows)
    } catch (error) {
      answer.reject(error)
    }
  }

  async function runJoint(reads: Read[]): Promise<void> {
    const values = reads.flatMap((read) => read.values)
    const text = jointText(reads)
    const plan = reads.every(suitsGenericPlan) ? 'generic' : 'custom'
    recordStatement(text, values, plan === 'custom')
    try {
      const { rows } = await ask(text, values, true, plan)
      const parts = rows[0] as (string | null)[]
      for (const [index, read] of reads.entries()) read.answer.resolve(JSON.parse(parts[index] ?? '[]'))
    } catch (error) {
      if (isUnavailable(error)) for (const read of reads) read.answer.reject(error)
      // One part that fails fails all: run by itself each has its own result or error.
      else await Promise.all(reads.map(runAlone))
    }
  }

  function flush(): void {
    const reads = queue
    queue = []
    const joinable = reads.filter(({ shape }) => shape?.columns)
    const isJoint = joinable.length > 1
    for (const read of reads) if (!isJoint || !joinable.includes(read)) void runAlone(read)
    if (isJoint) void runJoint(joinable.sort((one, other) => idOf(one) - idOf(other)))
  }

  return function read(text: string, values: unknown[], isArrays: boolean): Read | undefined {
    const shape = shapes.get(text)
    if (!shape && !isRead(text)) return undefined
    // A tick that begins among promises comes after all promises that are settled now: after every loader has asked.
    if (queue.length === 0) queueMicrotask(() => process.nextTick(flush))
    const each = { text, values, isArrays, shape, answer: Promise.withResolvers<unknown[]>() }
    queue.push(each)
    return each
  }
}

const idOf = ({ shape }: Read) => shape?.id ?? 0

function remember(text: string, values: unknown[], columns: Column[]): void {
  if (shapes.has(text)) return
  if (shapes.size >= maxShapes) {
    shapes.clear()
    jointTexts.clear()
  }
  const isJoinable =
    columns.length > 0 &&
    columns.length <= maxColumns &&
    columns.every(({ type }) => typesAsInJson.has(type) || typesAsText.has(type)) &&
    new Set(text.match(/\$\d+/g)).size === values.length
  shapes.set(text, { id: ++lastId, ...(isJoinable && { columns }) })
}

function jointText(reads: Read[]): string {
  const key = reads.map((read) => `${idOf(read)}${read.isArrays ? '' : 'o'}`).join()
  const cachedText = jointTexts.get(key)
  if (cachedText) return cachedText
  let count = 0
  const parts = reads.map(({ text, values, isArrays, shape }) => {
    const offset = count
    count += values.length
    const numbered = text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)
    return partText(numbered.replace(/;\s*$/, ''), shape?.columns ?? [], isArrays)
  })
  const text = `select ${parts.join(',\n')}`
  jointTexts.set(key, text)
  return text
}

/** The rows of a statement as a JSON text: of arrays, or of objects with the names of its columns. */
function partText(text: string, columns: Column[], isArrays: boolean): string {
  const values = columns.map(({ type }, index) => `c${index}${typesAsText.has(type) ? '::text' : ''}`)
  const from = `(${text}) as each (${columns.map((_, index) => `c${index}`)})`
  if (isArrays) return `(select json_agg(json_build_array(${values}))::text from ${from})`
  const namedColumns = columns.map(({ name }, index) => `${values[index]} as "${name.replaceAll('"', '""')}"`)
  return `(select json_agg(each)::text from (select ${namedColumns} from ${from}) as each)`
}

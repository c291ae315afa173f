type Series = { name: string; labels: Record<string, string>; value: number }

// prom-client writes Nan, which Prometheus (Go) reads in any case.
const sample =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|N[aA][nN])(?: -?\d+)?$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gy
const comment =
  /^# (?:HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\\n]|\\[\\n])*|TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped))$/

/**
 * Reads Prometheus's text format 0.0.4 as strictly as its documentation has it. Throws an Error that names the line: one
 * TYPE before the samples of a metric, these in one group, no series twice, histograms that add up.
 */
export function readPrometheusText(text: string): Series[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  const types = new Map<string, string>()
  const series = new Map<string, Series>()
  const closed = new Set<string>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue
    const fail = (why: string) => new Error(`${why}: ${line}`)
    const [isComment, helpName, typeName, type] = comment.exec(line) ?? []
    const [isSample, name = '', labelText = '', value = ''] = sample.exec(line) ?? []
    if (!isComment && !isSample) throw fail('Neither a comment nor a sample')
    const base = name.replace(/_(?:bucket|sum|count)$/, '')
    const family =
      helpName ?? typeName ?? (/^(?:histogram|summary)$/.test(types.get(base) ?? '') ? base : name)
    if (family !== current) {
      if (closed.has(family)) throw fail('The metric is not in one group')
      closed.add(current)
      current = family
    }
    if (typeName) {
      if (types.has(typeName)) throw fail('A second type')
      types.set(typeName, type!)
    }
    if (!isSample) continue
    if (!types.has(family)) throw fail('A sample before its type')
    const pairs = [...labelText.matchAll(label)].map(([, key, text]): [string, string] => [key!, text!])
    const labels = Object.fromEntries(pairs)
    if (Object.keys(labels).length !== pairs.length) throw fail('A label twice')
    const key = `${name}${JSON.stringify(Object.entries(labels).sort())}`
    if (series.has(key)) throw fail('A series twice')
    const number = Number(value.replace('Inf', 'Infinity'))
    if (types.get(family) === 'counter' && !(number >= 0)) throw fail('A counter below zero')
    series.set(key, { name, labels, value: number })
  }
  const all = [...series.values()]
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, all)
  return all
}

function checkHistogram(name: string, all: Series[]) {
  const withoutEdge = ({ le: _, ...labels }: Record<string, string>) => JSON.stringify(labels)
  for (const count of all.filter((sample) => sample.name === `${name}_count`)) {
    const ofSame = all.filter((sample) => withoutEdge(sample.labels) === JSON.stringify(count.labels))
    const buckets = ofSame
      .filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => [Number(labels.le?.replace('Inf', 'Infinity')), value] as const)
      .sort(([one], [other]) => one - other)
    const isRising = buckets.every(([, value], index) => index === 0 || value >= buckets[index - 1]![1])
    if (!isRising || buckets.at(-1)?.[0] !== Number.POSITIVE_INFINITY || buckets.at(-1)?.[1] !== count.value)
      throw new Error(`The buckets of ${name}${JSON.stringify(count.labels)} do not add up`)
    if (!ofSame.some((sample) => sample.name === `${name}_sum`)) throw new Error(`${name} has no sum`)
  }
}

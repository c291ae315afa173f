import { parseArgs } from 'node:util'
import { importOfProgramme } from './import.ts'
import { lighthousePages } from './lighthouse/pages.ts'
import { navigation } from './navigation/navigation.ts'
import { againstReference, membersPages, statementsPerPage } from './requests/members.ts'
import { fromCache, fromReplica, renderedPages, twoProcesses } from './requests/requests.ts'
import { throughSharedCaches } from './requests/shared-cache.ts'
import { figuresUnderLoad, scriptFigures, startTime } from './server.ts'
import { realSearches } from './statements/real-searches.ts'
import { statements } from './statements/statements.ts'
import { type Figure, type Part, runParts } from './support/parts.ts'

// Is Hallway as fast as the machine allows? See bench/README.md.

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    pages: { type: 'string' },
    base: { type: 'string' },
    reference: { type: 'string' },
  },
})
const { short } = values
const loadSeconds = values.long ? 3600 : short ? 20 : 120

const sizes = (...most: number[]) => values.sizes?.split(',').map(Number) ?? (short ? [1000, 10_000] : most)

const rounds = short ? { rounds: 1, seconds: 1 } : { rounds: 7, seconds: 3 }

const parts: Part<Figure>[] = [
  { name: 'cache', needs: ['wrk', 'nginx'], run: () => fromCache(rounds) },
  { name: 'render embedded', needs: ['wrk'], run: () => renderedPages('embedded', rounds) },
  { name: 'render postgres', needs: ['wrk', 'PostgreSQL'], run: () => renderedPages('postgres', rounds) },
  { name: 'member', needs: ['wrk', 'PostgreSQL'], run: () => membersPages(rounds, values.base) },
  { name: 'reference', needs: ['wrk', 'PostgreSQL'], run: () => againstReference(rounds, values.reference) },
  { name: 'statements per page embedded', run: () => statementsPerPage('embedded') },
  { name: 'statements per page postgres', needs: ['PostgreSQL'], run: () => statementsPerPage('postgres') },
  {
    name: 'statements postgres',
    needs: ['PostgreSQL'],
    run: () => statements('postgres', sizes(1000, 1_000_000), values.pages),
  },
  {
    name: 'statements embedded',
    run: () => statements('embedded', sizes(1000, 1_000_000), values.pages),
  },
  {
    name: 'searches postgres',
    needs: ['PostgreSQL'],
    run: () => realSearches('postgres', 10_000),
  },
  { name: 'searches embedded', run: () => realSearches('embedded', 10_000) },
  {
    name: 'shared caches',
    needs: ['wrk', 'nginx', 'Varnish'],
    run: () => throughSharedCaches(rounds, short ? 10 : 60),
  },
  { name: 'processes', needs: ['wrk', 'PostgreSQL'], run: () => twoProcesses(rounds) },
  { name: 'replica', needs: ['wrk', 'PostgreSQL'], run: () => fromReplica(rounds) },
  { name: 'load embedded', run: () => figuresUnderLoad('embedded', loadSeconds) },
  { name: 'load postgres', needs: ['PostgreSQL'], run: () => figuresUnderLoad('postgres', loadSeconds) },
  { name: 'script', run: scriptFigures },
  { name: 'navigation', needs: ['Chromium'], run: () => navigation(short ? 2 : 4) },
  { name: 'lighthouse', needs: ['Chromium'], run: () => lighthousePages(short ? 1 : 3) },
  { name: 'import embedded', run: () => importOfProgramme('embedded') },
  { name: 'import postgres', needs: ['PostgreSQL'], run: () => importOfProgramme('postgres') },
  { name: 'start embedded', run: () => startTime('embedded') },
  { name: 'start postgres', needs: ['PostgreSQL'], run: () => startTime('postgres') },
]

await runParts(parts, values.parts, { what: 'what', figure: 'figure', aim: 'aim' })

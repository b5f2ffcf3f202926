import { join } from 'node:path'
import { startChild } from '../child.ts'
import type { Row } from '../table.ts'
import { type FilledStore, fillStore } from './fill-store.ts'
import { gathering } from './gathering.ts'
import type { ReportCosts } from './report-run.ts'
import { addressCount } from './site-pages.ts'

const GOAL_MS = 2000
const GOAL_MIB = 100
const MIB = 1024 * 1024

/** The report on a crawl of so many pages with 50 links each, and what gathering for it costs. */
export async function report(pages: number): Promise<Row[]> {
  const site = { origin: 'http://site.example', pages }
  const addresses = addressCount(site)
  const bare = await used(await fillStore(site, false), async (store) => store.cpuMs)
  const filled = await fillStore(site, true)
  const rows = await used(filled, async (store) => [
    ...storeRows(store, bare, addresses),
    ...reportRows(await costsOf(store, 'warm'), await costsOf(store, 'cold'), pages),
  ])
  return [...rows, ...(await gathering((filled.cpuMs - bare) / addresses))]
}

async function used<T>(store: FilledStore, use: (store: FilledStore) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.end()
  }
}

function storeRows({ cpuMs, database }: FilledStore, bare: number, addresses: number): Row[] {
  const { bytes } = database.db
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
    .get() as { bytes: number }
  return [
    {
      figure: `storing ${addresses} results, CPU s; without the facts of their pages`,
      value: `${(cpuMs / 1000).toFixed(1)}; ${(bare / 1000).toFixed(1)}`,
    },
    { figure: 'MiB of the file', value: (bytes / MIB).toFixed(0) },
  ]
}

async function costsOf({ folder }: FilledStore, start: 'warm' | 'cold'): Promise<ReportCosts> {
  const program = join(import.meta.dirname, 'report-run.ts')
  const child = await startChild(program, [join(folder, 'frontier.db'), start], {}, /^report /)
  await child.stop()
  return JSON.parse(child.line.slice('report '.length)) as ReportCosts
}

function reportRows(warm: ReportCosts, cold: ReportCosts, pages: number): Row[] {
  const { first, again, rows, plain, chars, growth } = warm
  const mib = (bytes: number) => (bytes / MIB).toFixed(0)
  return [
    { figure: 'a plain read of all rows of the tables, ms', value: plain.toFixed(0) },
    { figure: 'the first report, ms', value: first.toFixed(0), goal: `<= ${GOAL_MS}` },
    { figure: 'the same, times a plain read', value: (first / plain).toFixed(1) },
    { figure: 'the same with the start of the thread, ms', value: cold.first.toFixed(0) },
    { figure: 'the same report again within 30 s, ms', value: again.toFixed(0) },
    { figure: 'KB of the report', value: (chars / 1000).toFixed(0) },
    { figure: `rows of all ${pages} pages as NDJSON after it, ms`, value: rows.toFixed(0) },
    { figure: 'growth of RSS by the report, MiB', value: mib(growth), goal: `< ${GOAL_MIB}` },
    { figure: 'the same with the start of the thread, MiB', value: mib(cold.growth) },
  ]
}

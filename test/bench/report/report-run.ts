import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { makeSiteReports, type SiteReports } from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import { BATCH } from './fill-store.ts'

/** What making reports costs, in milliseconds and bytes. */
export interface ReportCosts {
  readonly first: number
  /** The same report again, while the thread has the site. */
  readonly again: number
  /** All rows of the pages, as NDJSON. */
  readonly rows: number
  /** Reading all rows of the tables about the site, without a look at them. */
  readonly plain: number
  /** Characters of the report. */
  readonly chars: number
  /** The most resident memory above that before, from the call of the first report to its answer. */
  readonly growth: number
}

/**
 * Measures reports on the frontier's file that is named as the argument, in a process that does nothing else; with the second
 * argument `warm` the thread runs before. Prints one line of JSON.
 */
const [path = '', start] = process.argv.slice(2)
const SETTLE_MS = 1000
const SAMPLE_MS = 5
const budget = { timeoutMs: 60_000, memoryMb: 512 }
const batch = { id: BATCH, owner: '' }
const { signal } = new AbortController()

const ask = (reports: SiteReports, id = BATCH) => reports.report({ id, owner: '' }, { compare: null, signal })

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

/** The work, with the largest growth of this process's memory meanwhile. Its threads are a part of it. */
async function watched<T>(work: () => Promise<T>): Promise<{ readonly growth: number; readonly value: T }> {
  await sleep(SETTLE_MS)
  const before = process.memoryUsage.rss()
  let most = before
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, SAMPLE_MS)
  const value = await work()
  clearInterval(timer)
  sample()
  return { growth: most - before, value }
}

async function measured(): Promise<ReportCosts> {
  const reports = makeSiteReports({ source: path, budget })
  if (start === 'warm') await ask(reports, 'no such batch')
  const { growth, value: first } = await watched(() => timed(() => ask(reports)))
  const again = await timed(() => ask(reports))
  const rows = await timed(async () => {
    for await (const chunk of reports.pages(batch, { after: 0, limit: null, signal }))
      if (chunk.length === 0) throw new Error('a part of the rows is empty')
  })
  await reports.stop()
  if (first.value === null || again.value !== first.value) throw new Error('there is no report, or two')
  const { length: chars } = first.value
  return { first: first.ms, again: again.ms, rows: rows.ms, plain: plainRead(), chars, growth }
}

function plainRead(): number {
  const { db, close } = openDatabase(path)
  const started = performance.now()
  for (const table of ['site_texts', 'site_pages', 'site_results', 'site_listed', 'site_probes'])
    for (const row of db.prepare(`SELECT * FROM ${table}`).iterate()) if (row === null) break
  const ms = performance.now() - started
  close()
  return ms
}

process.stdout.write(`report ${JSON.stringify(await measured())}\n`)

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import {
  openShardStore,
  type ShardWithSites,
} from '#stages/batch/adapters/sqlite/shard/sqlite-shard-store.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import { type Batch, type Completion, type Dispatch, inspectionId } from '#stages/batch/frontier/frontier.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { silentLog } from '#test/support/silent-log.ts'
import type { Row } from '../table.ts'

export interface CrawlSimulation {
  readonly pages: number
  /** Links of each page. */
  readonly links: number
}

const HOSTS = 1000
/** Endings of one command, and items of one dispatch. */
const GROUP = 200
const LINE_BYTES = 8 * 1024 * 1024
const MIB = 1024 * 1024
const TENTHS = 10
const GOAL_RATE = 500
const ID = '6f9619ff-8b86-4011-b42d-00c04fc964ff'

interface Shard {
  readonly store: ShardWithSites
  send(command: Command, completions?: readonly Completion[]): Promise<void>
}

/** One crawl in one shard, whose pages end as soon as they are dispatched: rate and memory, by tenths of the crawl. */
export async function simulateCrawl(simulation: CrawlSimulation): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const file = join(folder, 'shard.db')
  const database = openDatabase(file)
  try {
    const times = { leaseMs: 1_800_000, retentionMs: 3_600_000 }
    const place = { database, shard: 0, shards: 1, perHost: 2 }
    const store = await openShardStore({ ...place, ...times, discover, logger: silentLog })
    const shard = shardOf(store)
    await startCrawl(shard, simulation)
    return [...(await runCrawl(shard, simulation)), bytesRow(file, simulation)]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function shardOf(store: ShardWithSites): Shard {
  let offset = 0
  return {
    store,
    async send(command, completions = []) {
      await store.apply([{ offset: offset++, timestamp: Date.now(), command, completions }])
    },
  }
}

async function startCrawl({ send }: Shard, { pages }: CrawlSimulation): Promise<void> {
  const rules = { scope: 'domain', maxDepth: null, maxPages: pages, maxMinutes: null } as const
  const batch: Batch = {
    ...{ id: ID, operation: 'metadata', parameters: { fields: 'basic' }, sitemaps: [], owner: null },
    ...{ crawl: { ...rules, include: [], exclude: [] }, state: 'running', createdAt: Date.now() },
  }
  const parameters = { url: urlOf(0), fields: 'basic' }
  const item = { parameters, depth: 0, from: null, scope: null, role: 'page' } as const
  await send({ kind: 'create', batch })
  await send({ kind: 'add', batch, items: [item] })
  await send({ kind: 'phase', batch: ID, phase: 'running', version: 1 })
}

/** A row for each tenth of the pages, and one for all. */
async function runCrawl(shard: Shard, simulation: CrawlSimulation): Promise<Row[]> {
  const { pages } = simulation
  const rows: Row[] = []
  const began = performance.now()
  let [since, ended] = [began, 0]
  for (
    let some = await step(shard, simulation, ended);
    some > 0;
    some = await step(shard, simulation, ended)
  ) {
    ended += some
    if (ended < (pages * (rows.length + 1)) / TENTHS) continue
    const rate = pages / TENTHS / ((performance.now() - since) / 1000)
    since = performance.now()
    const memory = `${(process.memoryUsage.rss() / MIB).toFixed(0)} MiB`
    const name = `${rows.length + 1} of ${TENTHS} of the pages`
    rows.push({ figure: `${name}: pages/s, memory`, value: `${rate.toFixed(0)}, ${memory}` })
  }
  const rate = ended / ((performance.now() - began) / 1000)
  return [
    ...rows,
    { figure: 'pages that ended', value: String(ended), goal: String(pages) },
    { figure: 'pages/s over all', value: rate.toFixed(0), goal: `>= ${GOAL_RATE}` },
  ]
}

/** Dispatches a group of items, ends them, and takes their lines away. Resolves with how many ended. */
async function step({ store, send }: Shard, simulation: CrawlSimulation, ended: number): Promise<number> {
  const dispatches = await store.dispatchOf(ID, GROUP)
  if (dispatches.length === 0) return 0
  const completions = dispatches.map((dispatch) => completionOf(dispatch, simulation))
  await send({ kind: 'endings', before: ended + dispatches.length }, completions)
  const lines = store.pendingLines(ID, LINE_BYTES)
  if (lines !== null) await store.forgetLines(ID, lines.first + lines.count - 1)
  return dispatches.length
}

function completionOf(dispatch: Dispatch, { pages, links }: CrawlSimulation): Completion {
  if (!('item' in dispatch)) throw new Error('the crawl has only items of its own')
  const { batch, seq, parameters } = dispatch.item
  const page = Number(parameters.url.slice(parameters.url.lastIndexOf('-') + 1))
  const hrefs = Array.from({ length: links }, (_, at) => urlOf((page * links + at + 1) % pages))
  const result = { final_url: parameters.url, links: hrefs.map((href) => ({ href, type: 'internal' })) }
  const json = JSON.stringify({ operation: 'metadata', parameters, url: parameters.url, result })
  const outcome: Outcome = { topic: 'result.metadata', timing: '', json, dataref: null }
  return { id: inspectionId(batch, seq), outcome }
}

function urlOf(page: number): string {
  return `http://host-${page % HOSTS}.example.com/page-${page}`
}

function bytesRow(file: string, { pages }: CrawlSimulation): Row {
  return { figure: 'bytes of the file a page', value: (statSync(file).size / pages).toFixed(0) }
}

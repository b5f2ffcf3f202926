import { join } from 'node:path'
import { startPostgres } from '#infra/services/postgres.ts'
import { freePorts } from '#infra/services/process.ts'
import type { RunningService } from '#infra/services/service.ts'
import { serviceName as lookupsName, lookupsService } from '#shared/rpc/lookups/protocol.ts'
import { startGrpcServer } from '#shared/rpc/server.ts'
import { secret } from '#test/support/parts-secret.ts'
import { KEY, prefixed } from '../batch-fixture.ts'
import { type Child, startChild } from '../child.ts'
import { measureRun } from '../run-metrics.ts'
import type { Row } from '../table.ts'
import { openBenchParts } from './batch-parts.ts'
import { postgresCpuSeconds, tableBytes, walBytes } from './postgres-usage.ts'

export interface PartsOptions {
  readonly urls: number
  readonly env: Readonly<Record<string, string>>
}

const DOMAINS = 2000
const GOAL_MS = 0.6
const GOAL_LINES = 20_000

/** The frontier alone with one batch part and with three: intake, URLs a second, CPU and bytes. Stages end each request at once. */
export async function parts({ urls, env }: PartsOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1, 3]) rows.push(...(await run(urls, count, prefixed(env, `p${count}.`))))
  return rows
}

async function run(urls: number, count: number, env: PartsOptions['env']): Promise<Row[]> {
  const server = await startPostgres()
  const fixture = await openParts(count, { ...env, ...server.env })
  try {
    const filled = await fill(fixture, urls, server)
    const ended = await end(fixture, filled.id, server)
    const name = `${count} part${count > 1 ? 's' : ''}`
    return [
      ...rowsOf(name, urls, filled, ended),
      { figure: `${name}: bytes of an ended URL`, value: await endedBytes(server, urls) },
    ]
  } finally {
    await fixture.close()
    await server.stop()
  }
}

function rowsOf(name: string, urls: number, { intake, bytes }: Filled, ended: Ended): Row[] {
  const { sustained, cpuSeconds, seconds, rss, database, written, counts } = ended
  const ms = (value: number) => ((value * 1000) / urls).toFixed(3)
  const all = cpuSeconds + database + intake.part + intake.database
  const rows = {
    'CPU of a line, ms: part, database': `${ms(intake.part)}, ${ms(intake.database)}`,
    'bytes of a waiting URL': (bytes / urls).toFixed(0),
    'URLs/s sustained, and over all': `${sustained.toFixed(0)}, ${(urls / seconds).toFixed(0)}`,
    'CPU of a URL after its line, ms: parts, database': `${ms(cpuSeconds)}, ${ms(database)}`,
    'memory of the batch parts, MiB at most': Math.max(...rss).toFixed(0),
    'done, failed': `${counts.done}, ${counts.failed}`,
    'write-ahead log of a URL after its line, bytes': (written / urls).toFixed(0),
  }
  return [
    { figure: `${name}: lines/s of a submission`, value: intake.rate.toFixed(0), goal: `>= ${GOAL_LINES}` },
    { figure: `${name}: CPU of a URL from its line on, ms`, value: ms(all), goal: `<= ${GOAL_MS}` },
    ...Object.entries(rows).map(([figure, value]) => ({ figure: `${name}: ${figure}`, value })),
  ]
}

type Ended = Awaited<ReturnType<typeof end>>

/** Starts the batch, and measures until it has ended. */
async function end({ call, batches, rss, cpuSeconds }: Fixture, id: string, server: RunningService) {
  const url = server.env.POSTGRES_URL ?? ''
  let done = 0
  const measured = measureRun({ done: () => done, rss, cpuSeconds })
  const [cpu, wal] = [postgresCpuSeconds(server), await walBytes(url)]
  await call('POST', `/${id}/start`)
  const { counts } = await batches.untilEnded(id, ({ counts }) => {
    done = counts.done + counts.failed
  })
  const metrics = measured.stop()
  const database = postgresCpuSeconds(server) - cpu
  return { ...metrics, database, written: (await walBytes(url)) - wal, counts }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** Lines of one piece. */
const PIECE = 10_000

/** Submits the URLs in pieces to a batch that is not started. */
async function fill({ call, cpuSeconds }: Fixture, urls: number, server: RunningService) {
  const [cpu, database, began] = [cpuSeconds(), postgresCpuSeconds(server), performance.now()]
  const { id } = await call('POST', '?operation=metadata&fields=basic&open=true')
  for (let from = 0; from < urls; from += PIECE)
    await call('PUT', `/${id}/lines?from=${from + 1}`, linesOf(from, Math.min(urls, from + PIECE)))
  const seconds = (performance.now() - began) / 1000
  const intake = {
    rate: urls / seconds,
    part: cpuSeconds() - cpu,
    database: postgresCpuSeconds(server) - database,
  }
  return { id, intake, bytes: sum(await tableBytes(server.env.POSTGRES_URL ?? '')) }
}

function linesOf(from: number, to: number): string {
  let lines = ''
  for (let at = from; at < to; at++) lines += `http://www.domain-${at % DOMAINS}.example/page-${at}\n`
  return lines
}

async function endedBytes(server: RunningService, urls: number): Promise<string> {
  const tables = [...(await tableBytes(server.env.POSTGRES_URL ?? ''))].toSorted(([, a], [, b]) => b - a)
  return tables
    .slice(0, 5)
    .map(([name, bytes]) => `${name} ${(bytes / urls).toFixed(0)}`)
    .join(', ')
}

function sum(tables: ReadonlyMap<string, number>): number {
  return [...tables.values()].reduce((all, one) => all + one, 0)
}

type Fixture = Awaited<ReturnType<typeof openParts>>

async function openParts(count: number, env: PartsOptions['env']) {
  const [port] = await freePorts(1)
  const lookups = `127.0.0.1:${port}`
  // The parts wait for the look-ups, which nobody asks.
  const service = { name: lookupsName, definition: lookupsService, implementation: {} }
  const server = await startGrpcServer({
    secret,
    listen: lookups,
    services: [service],
    maxMessageBytes: 4096,
  })
  const settings = {
    BATCH_HOST_DELAY_MS: '0',
    BATCH_WINDOW: '4000',
    LOOKUPS_ADDRESS: lookups,
    PARTS_SECRET: secret.current(),
    ...env,
  }
  const running = await openBenchParts(count, settings)
  const stage = join(import.meta.dirname, 'instant-stage.ts')
  const stages = await startChild(stage, [], env, / runs/)
  const total = (figure: (child: Child) => number) =>
    running.parts.reduce((all, child) => all + figure(child), 0)
  return {
    batches: running.batches,
    call: (method: string, path: string, body?: string) =>
      call(`${running.url}/batches${path}`, method, body),
    rss: () => total((child) => child.rss()),
    cpuSeconds: () => total((child) => child.cpuSeconds()),
    async close() {
      await running.close()
      await stages.stop()
      await server.close(0)
    },
  }
}

async function call(url: string, method: string, body?: string): Promise<{ readonly id: string }> {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/x-ndjson' }
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string }
}

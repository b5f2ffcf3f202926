import { join } from 'node:path'
import { freePorts } from '#infra/services/process.ts'
import { serviceName as lookupsName, lookupsService } from '#shared/rpc/lookups/protocol.ts'
import { startGrpcServer } from '#shared/rpc/server.ts'
import { secret } from '#test/support/parts-secret.ts'
import { prefixed } from '../batch-fixture.ts'
import { type Child, startChild } from '../child.ts'
import { measureRun } from '../run-metrics.ts'
import type { Row } from '../table.ts'
import { openBenchParts } from './batch-parts.ts'

export interface ShardsOptions {
  readonly urls: number
  readonly env: Readonly<Record<string, string>>
}

const DOMAINS = 2000
const SHARDS = '64'
/** Number of shards (0 = one file) and of batch parts. */
const RUNS = [
  ['0', 1],
  [SHARDS, 1],
  [SHARDS, 3],
] as const

/** URLs a second and CPU of the batch parts alone: stages end each request at once. */
export async function shards({ urls, env }: ShardsOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const [count, parts] of RUNS) {
    const name = count === '0' ? 'one file' : `${count} shards, ${parts} part${parts > 1 ? 's' : ''}`
    rows.push(
      ...(await run(urls, parts, name, { ...prefixed(env, `n${count}-${parts}.`), FRONTIER_SHARDS: count })),
    )
  }
  return rows
}

async function run(urls: number, parts: number, name: string, env: ShardsOptions['env']): Promise<Row[]> {
  const fixture = await openParts(parts, env)
  try {
    let done = 0
    const { id } = await fixture.batches.submit(addresses(urls))
    const measured = measureRun({ done: () => done, rss: fixture.rss, cpuSeconds: fixture.cpuSeconds })
    const { counts } = await fixture.batches.untilEnded(id, ({ counts }) => {
      done = counts.done + counts.failed
    })
    const { sustained, cpuSeconds, seconds, rss } = measured.stop()
    return [
      {
        figure: `${name}: URLs/s sustained, and over all`,
        value: `${sustained.toFixed(0)}, ${(urls / seconds).toFixed(0)}`,
      },
      { figure: `${name}: CPU of the batch parts, ms a URL`, value: ((cpuSeconds * 1000) / urls).toFixed(3) },
      { figure: `${name}: memory of the batch parts, MiB at most`, value: Math.max(...rss).toFixed(0) },
      { figure: `${name}: done, failed`, value: `${counts.done}, ${counts.failed}` },
    ]
  } finally {
    await fixture.close()
  }
}

function* addresses(urls: number): Generator<string> {
  for (let at = 0; at < urls; at++) yield `http://www.domain-${at % DOMAINS}.example/page-${at}`
}

async function openParts(parts: number, env: ShardsOptions['env']) {
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
  const running = await openBenchParts(parts, settings)
  const stage = join(import.meta.dirname, 'instant-stage.ts')
  const stages = await startChild(stage, [env.FRONTIER_SHARDS ?? '0'], env, / runs/)
  const sum = (figure: (child: Child) => number) =>
    running.parts.reduce((all, child) => all + figure(child), 0)
  return {
    batches: running.batches,
    rss: () => sum((child) => child.rss()),
    cpuSeconds: () => sum((child) => child.cpuSeconds()),
    async close() {
      await running.close()
      await stages.stop()
      await server.close(0)
    },
  }
}

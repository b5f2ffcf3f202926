import { mkdtemp, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningCluster, startKafkaCluster } from '#infra/services/kafka.ts'
import { type Call, startTrickle } from '#test/tools/call-trickle.ts'
import { tally } from '#test/tools/outside-client.ts'
import { outsideKafka } from '#test/tools/outside-kafka.ts'
import { freshPages, HOSTS, openPartsStand, type PartsStand } from '#test/tools/parts-stand.ts'
import { startChild } from './child.ts'
import type { Row } from './table.ts'

export interface FrozenBroker {
  readonly runs: number
  readonly seconds: number
  /** Settings of Redis and the object store. */
  readonly env: Readonly<Record<string, string>>
}

const CALL_EVERY_MS = 250
const BEFORE_MS = 5000
/** What had been accepted has ended by then. */
const LIMIT_MS = 60_000
const LOOK_MS = 250

interface Run {
  readonly calls: readonly Call[]
  readonly ids: readonly string[]
  /** Since the broker goes on. */
  readonly endedMs: number | null
  readonly refusedMs: number
  readonly batchMs: number | null
  readonly tally: ReturnType<typeof tally>
}

/** One of three brokers is suspended and goes on, again and again, beside as many spinning processes as there are cores. */
export async function frozenBroker({ runs, seconds, env }: FrozenBroker): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  const spinning = await Promise.all(
    Array.from({ length: availableParallelism() }, () =>
      startChild(join(import.meta.dirname, 'spin.ts'), [], {}, /^spinning/),
    ),
  )
  const stand = await openPartsStand({ ...env, ...cluster.env, KAFKA_REPLICATION: '3' })
  try {
    const rows: Row[] = []
    for (let run = 0; run < runs; run++) {
      const figures = await freeze(stand, cluster, run, seconds)
      rows.push(rowOf(run, figures))
      console.log(`${rows.at(-1)?.figure}: ${rows.at(-1)?.value}`)
      if (figures.endedMs === null) await keepLogs(stand, run)
    }
    return rows
  } finally {
    await Promise.all(spinning.map((child) => child.kill()))
    await stand.close()
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

async function freeze(
  stand: PartsStand,
  { brokers }: RunningCluster,
  run: number,
  seconds: number,
): Promise<Run> {
  const outside = await outsideKafka(stand.env)
  const pages = HOSTS * Math.ceil(seconds + BEFORE_MS / 1000)
  const batch = await stand.batches.submit(freshPages(stand.site, pages, `batch-${run}`))
  const trickle = startTrickle(stand, `call-${run}`, CALL_EVERY_MS)
  await sleep(BEFORE_MS)
  const broker = brokers[run % brokers.length] as RunningCluster['brokers'][number]
  const frozenAt = performance.now()
  await broker.suspend()
  await sleep(seconds * 1000)
  broker.resume()
  const backAt = performance.now()
  await trickle.stop()
  const { calls } = trickle
  const refused = calls.filter(({ status }) => status === 503).map(({ begunAt }) => begunAt)
  const ids = calls.flatMap(({ id }) => id ?? [])
  const ended = (until: () => Promise<boolean>) => within(until, backAt)
  const [endedMs, batchMs] = await Promise.all([
    ended(async () => tally(ids, outside.records).lost.length === 0),
    ended(async () => (await stand.batches.status(batch.id)).state === 'finished'),
  ])
  const result = tally(ids, outside.records)
  await outside.close().catch(() => undefined)
  return { calls, ids, endedMs, batchMs, refusedMs: Math.max(0, ...refused) - frozenAt, tally: result }
}

/** Milliseconds from then until it was true; null when that takes too long. */
async function within(isTrue: () => Promise<boolean>, since: number): Promise<number | null> {
  while (performance.now() < since + LIMIT_MS) {
    if (await isTrue().catch(() => false)) return performance.now() - since
    await sleep(LOOK_MS)
  }
  return null
}

function rowOf(run: number, { calls, ids, endedMs, refusedMs, batchMs, tally: { lost, several } }: Run): Row {
  const refused = calls.filter(({ status }) => status === 503).length
  const odd = calls.filter(({ isDocumented }) => !isDocumented).length
  const seconds = (ms: number | null) => (ms === null ? 'never' : (ms / 1000).toFixed(1))
  return {
    figure: `run ${run + 1}`,
    value: `calls ${calls.length}, refused ${refused}, last refused after ${seconds(refusedMs)} s, undocumented ${odd}, accepted ${ids.length}, not ended ${lost.length}, ended twice ${several.length}, all ended ${seconds(endedMs)} s and the batch ${seconds(batchMs)} s after its return`,
  }
}

async function keepLogs({ processes }: PartsStand, run: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `frozen-broker-run-${run + 1}-`))
  for (const [at, process] of processes.entries())
    await writeFile(join(folder, `${at}.log`), process.stderr())
  console.log(`the logs of run ${run + 1} are in ${folder}`)
}

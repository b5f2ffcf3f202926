import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningCluster, startKafkaCluster } from '#infra/services/kafka.ts'
import type { RunningService } from '#infra/services/service.ts'
import { type FaultReport, underFault } from '#test/support/faults/under-fault.ts'
import { HOSTS, openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { startChild } from './child.ts'
import type { Row } from './table.ts'

export interface FrozenBroker {
  readonly runs: number
  readonly seconds: number
  /** Number of CPU burners. */
  readonly burners: number
  /** Settings of Redis and the object store. */
  readonly env: Readonly<Record<string, string>>
}

/** Time limit for all accepted inspections after the return of the broker. */
const LIMIT_MS = 60_000

/** Suspends and resumes one of three brokers after the other, repeatedly, beside CPU burners. */
export async function frozenBroker({ runs, seconds, burners, env }: FrozenBroker): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  const fixture = await openPartsFixture({ ...env, ...cluster.env })
  const burnerProgram = join(import.meta.dirname, 'cpu-burner.ts')
  const burnerProcesses = await Promise.all(
    Array.from({ length: burners }, () => startChild(burnerProgram, [], {}, /^spinning/)),
  )
  try {
    const rows: Row[] = []
    for (let run = 0; run < runs; run++) {
      const report = await freeze(fixture, cluster, run, seconds)
      rows.push(rowOf(run, report))
      console.log(`${rows.at(-1)?.figure}: ${rows.at(-1)?.value}`)
      if (report.endedMs === null || report.batchMs === null) await keepLogs(fixture, run)
    }
    return rows
  } finally {
    await Promise.all(burnerProcesses.map((child) => child.kill()))
    await fixture.close()
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

function freeze(
  fixture: PartsFixture,
  { brokers }: RunningCluster,
  run: number,
  seconds: number,
): Promise<FaultReport> {
  const broker = brokers[run % brokers.length] as RunningService
  return underFault(fixture, {
    name: String(run),
    pages: HOSTS * seconds,
    async inject() {
      await broker.suspend()
      await sleep(seconds * 1000)
      broker.resume()
    },
    limitMs: LIMIT_MS,
  })
}

function rowOf(run: number, report: FaultReport): Row {
  const { calls, refused, undocumented, longestRefusalMs, accepted, lost, several, endedMs, batchMs } = report
  const seconds = (ms: number | null) => (ms === null ? 'never' : (ms / 1000).toFixed(1))
  return {
    figure: `run ${run + 1}`,
    value: [
      `calls ${calls.length}, refused ${refused} within ${seconds(longestRefusalMs)} s, undocumented ${undocumented.length}`,
      `accepted ${accepted}, not ended ${lost}, ended twice ${several}`,
      `all ended ${seconds(endedMs)} s after its return, the batch ${seconds(batchMs)} s`,
    ].join('; '),
    goal: `accepted ${accepted}, not ended 0, ended twice 0`,
  }
}

async function keepLogs({ processes }: PartsFixture, run: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `frozen-broker-run-${run + 1}-`))
  for (const [at, process] of processes.entries())
    await writeFile(join(folder, `${at}.log`), process.stderr())
  console.log(`the logs of run ${run + 1} are in ${folder}`)
}

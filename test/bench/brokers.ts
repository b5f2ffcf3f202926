import { setTimeout as sleep } from 'node:timers/promises'
import { provideSecureKafka, type RunningCluster, startKafkaCluster } from '#infra/services/kafka.ts'
import type { RunningService } from '#infra/services/service.ts'
import { HOSTS, openPartsStand } from '#test/tools/parts-stand.ts'
import { underFault } from '#test/tools/under-fault.ts'
import { faultRows } from './fault-rows.ts'
import type { Row } from './table.ts'

export interface Brokers {
  /** How long a broker is away. */
  readonly seconds: number
  /** Settings of Redis and the object store. */
  readonly env: Readonly<Record<string, string>>
}

const LIMIT_MS = 120_000
/** Between two brokers that are restarted in turn: the first one has caught up. */
const BETWEEN_MS = 10_000
const SECURE_SECONDS = 5

type Strike = (brokers: readonly RunningService[], seconds: number) => Promise<void>

const faults: Readonly<Record<string, Strike>> = {
  async stopped([, broker], seconds) {
    await broker?.stop()
    await sleep(seconds * 1000)
    await broker?.start()
  },
  async killed([, , broker], seconds) {
    await broker?.kill()
    await sleep((seconds * 1000) / 2)
    await broker?.start()
  },
  async 'restarted in turn'(brokers) {
    for (const broker of brokers) {
      await broker.stop()
      await broker.start()
      await sleep(BETWEEN_MS)
    }
  },
}

/** Three brokers, of which one is away, and one that takes TLS with SASL/SCRAM alone, under calls and a batch. */
export async function brokers({ seconds, env }: Brokers): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  try {
    return [...(await struck(cluster, seconds, env)), ...(await secured(env))]
  } finally {
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

async function struck(cluster: RunningCluster, seconds: number, env: Brokers['env']): Promise<Row[]> {
  const stand = await openPartsStand({ ...env, ...cluster.env })
  try {
    const rows: Row[] = []
    for (const [name, strike] of Object.entries(faults)) {
      const report = await underFault(stand, {
        name: name.replaceAll(' ', '-'),
        pages: HOSTS * seconds,
        strike: () => strike(cluster.brokers, seconds),
        limitMs: LIMIT_MS,
      })
      rows.push(...faultRows(name, report))
    }
    return rows
  } finally {
    await stand.close()
  }
}

async function secured(env: Brokers['env']): Promise<Row[]> {
  const provided = await provideSecureKafka()
  if (provided.kind === 'unavailable') return [{ figure: 'TLS with SASL/SCRAM', value: provided.reason }]
  const stand = await openPartsStand({ ...env, ...provided.service.env, KAFKA_TOPIC_PREFIX: 'secure.' })
  try {
    const strike = () => sleep(SECURE_SECONDS * 1000)
    const pages = HOSTS * SECURE_SECONDS
    const report = await underFault(stand, { name: 'secure', pages, strike, limitMs: LIMIT_MS })
    return faultRows('TLS with SASL/SCRAM', report)
  } finally {
    await stand.close()
    await provided.service.stop()
  }
}

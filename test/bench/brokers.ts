import { setTimeout as sleep } from 'node:timers/promises'
import { provideSecureKafka, type RunningCluster, startKafkaCluster } from '#infra/services/kafka.ts'
import type { RunningService } from '#infra/services/service.ts'
import { underFault } from '#test/support/faults/under-fault.ts'
import { HOSTS, openPartsFixture } from '#test/support/service/parts-fixture.ts'
import { faultRows } from './fault-rows.ts'
import type { Row } from './table.ts'

export interface Brokers {
  /** Duration of the outage of a broker. */
  readonly seconds: number
  /** Settings of Redis and the object store. */
  readonly env: Readonly<Record<string, string>>
}

const LIMIT_MS = 120_000
/** Time between restarts of two brokers, in which the first one catches up. */
const BETWEEN_MS = 10_000
const SECURE_SECONDS = 5

type InjectFault = (brokers: readonly RunningService[], seconds: number) => Promise<void>

const faults: Readonly<Record<string, InjectFault>> = {
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

/**
 * Three brokers, one of them unavailable, and a broker that accepts only TLS with SASL/SCRAM, under calls and a
 * batch.
 */
export async function brokers({ seconds, env }: Brokers): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  try {
    return [...(await measureFaults(cluster, seconds, env)), ...(await secured(env))]
  } finally {
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

async function measureFaults(cluster: RunningCluster, seconds: number, env: Brokers['env']): Promise<Row[]> {
  const fixture = await openPartsFixture({ ...env, ...cluster.env })
  try {
    const rows: Row[] = []
    for (const [name, inject] of Object.entries(faults)) {
      const report = await underFault(fixture, {
        name: name.replaceAll(' ', '-'),
        pages: HOSTS * seconds,
        inject: () => inject(cluster.brokers, seconds),
        limitMs: LIMIT_MS,
      })
      rows.push(...faultRows(name, report))
    }
    return rows
  } finally {
    await fixture.close()
  }
}

async function secured(env: Brokers['env']): Promise<Row[]> {
  const provided = await provideSecureKafka()
  if (provided.kind === 'unavailable') return [{ figure: 'TLS with SASL/SCRAM', value: provided.reason }]
  const fixture = await openPartsFixture({ ...env, ...provided.service.env, KAFKA_TOPIC_PREFIX: 'secure.' })
  try {
    const inject = () => sleep(SECURE_SECONDS * 1000)
    const pages = HOSTS * SECURE_SECONDS
    const report = await underFault(fixture, { name: 'secure', pages, inject, limitMs: LIMIT_MS })
    return faultRows('TLS with SASL/SCRAM', report)
  } finally {
    await fixture.close()
    await provided.service.stop()
  }
}

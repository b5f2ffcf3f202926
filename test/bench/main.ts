import { availableParallelism, loadavg } from 'node:os'
import { provideKafka } from '#infra/services/kafka.ts'
import { provideMinio } from '#infra/services/minio.ts'
import { provideRedis } from '#infra/services/redis.ts'
import type { RunningService } from '#infra/services/service.ts'
import { accuracy } from './accuracy.ts'
import { extraction } from './extraction.ts'
import { floors } from './floors.ts'
import { hostile } from './hostile.ts'
import { latency } from './latency.ts'
import { standard } from './standard.ts'
import { printTable } from './table.ts'
import { throughput } from './throughput.ts'

/** Real services for the run; each that can't be had is said and its rows are left out. */
async function services(): Promise<RunningService[]> {
  const provided = await Promise.all([provideKafka(), provideRedis(), provideMinio()])
  for (const one of provided) if (one.kind === 'unavailable') console.log(`left out: ${one.reason}`)
  return provided.flatMap((one) => (one.kind === 'running' ? [one.service] : []))
}

const EMBEDDED_PAGES = 20_000
const KAFKA_PAGES = 20_000
const CALLS = 1000

async function pipeline(env: Readonly<Record<string, string>>): Promise<void> {
  const real = { ...env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.` }
  const hasReal = 'KAFKA_BROKERS' in env && 'REDIS_URL' in env && 'S3_ENDPOINT' in env
  const embedded = { name: 'embedded', env: {} }
  const kafka = { name: 'Kafka', env: real }
  printTable('Floors', await floors(env))
  printTable('A synchronous call', [
    ...(await latency({ ...embedded, calls: CALLS, goal: 'p95 <= 5' })),
    ...(hasReal ? await latency({ ...kafka, calls: CALLS, goal: 'p95 <= 25' }) : []),
  ])
  const load = { hosts: 50 }
  printTable('The batch lane (to reach: 500 pages/s)', [
    ...(await throughput({ ...embedded, ...load, pages: EMBEDDED_PAGES })),
    ...(hasReal ? await throughput({ ...kafka, ...load, pages: KAFKA_PAGES }) : []),
  ])
}

async function extract(): Promise<void> {
  printTable('Extraction of everything, on real pages', await extraction())
  printTable('Accuracy on real pages', [...accuracy(), ...standard()])
}

async function hostilePages(): Promise<void> {
  printTable('Hostile pages, embedded', await hostile())
}

const benches = { extract, hostile: hostilePages, pipeline }

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
console.log(`${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} at the start`)
const running = isWanted('pipeline') ? await services() : []
try {
  const env = Object.assign({}, ...running.map((service) => service.env))
  for (const [name, bench] of Object.entries(benches)) if (isWanted(name)) await bench(env)
} finally {
  await Promise.all(running.map((service) => service.stop()))
}
process.exit(0)

import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { childrenOf } from '#test/support/service/processes.ts'
import type { BatchFixture } from './batch-fixture.ts'
import { cpuSecondsOf } from './child.ts'
import type { Row } from './table.ts'

type Env = Readonly<Record<string, string>>

/** Costs of a run beside the CPU and memory of the service itself, from its start. */
export interface Costs {
  rows(name: string, pages: number): Promise<Row[]>
  /** CPU seconds of the broker, Redis and the object store; 0 where there are none. */
  cpuSeconds(): number
}

const LOG_GOAL_KB = 40
const PUTS_GOAL = 0.01
const SERVICES = { 'the broker': 'kafka.Kafka', Redis: 'redis-server', 'the object store': 'minio server' }

/**
 * With the embedded adapters, only the data folder is measured; real services report their own figures. Works only
 * for services that this process started.
 */
export async function watchCosts(env: Env, { folder }: BatchFixture): Promise<Costs> {
  if (env.KAFKA_BROKERS === undefined) return watchFolder(folder)
  const cpu = Object.entries(SERVICES).map(([name, program]) => ({ name, spent: watchCpu(program) }))
  const log = watchLogBytes()
  const redis = await watchRedis(env.REDIS_URL ?? '')
  const puts = await watchPuts(env.S3_ENDPOINT ?? '')
  return {
    cpuSeconds: () => cpu.reduce((sum, { spent }) => sum + spent(), 0),
    rows: async (name, pages) => [
      ...cpu.map((one) => ({
        figure: `${name}: CPU ms a page of ${one.name} alone`,
        value: ((one.spent() * 1000) / pages).toFixed(2),
      })),
      ...log.rows(name, pages),
      ...(await redis.rows(name, pages)),
      ...(await puts.rows(name, pages)),
    ],
  }
}

function watchFolder(folder: string): Costs {
  const bytes = watchBytes(folder, /\.db$/)
  return {
    cpuSeconds: () => 0,
    rows: async (name, pages) => [
      { figure: `${name}: KB of database file a page, at its largest`, value: inKb(bytes.stop() / pages) },
    ],
  }
}

/** By the broker's data folder: its only copy, all topics with the offsets of groups, removed data included. */
function watchLogBytes() {
  const [broker] = childrenOf(process.pid, SERVICES['the broker'])
  if (broker === undefined) return { rows: (): Row[] => [] }
  const bytes = watchBytes(join(readlinkSync(`/proc/${broker}/cwd`), 'data'), /\.log$/)
  return {
    rows: (name: string, pages: number): Row[] => [
      {
        figure: `${name}: KB of log a page and replica`,
        value: inKb(bytes.stop() / pages),
        goal: `<= ${LOG_GOAL_KB}`,
      },
    ],
  }
}

const POLL_MS = 2000

/** Growth of the files with these names, each at its largest size: they grow until they are removed. */
function watchBytes(folder: string, names: RegExp): { stop(): number } {
  const largest = new Map<string, number>()
  const poll = () => {
    for (const [file, bytes] of sizesIn(folder, names)) {
      largest.set(file, Math.max(bytes, largest.get(file) ?? 0))
    }
    return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
  const before = poll()
  const timer = setInterval(poll, POLL_MS)
  return {
    stop() {
      clearInterval(timer)
      return poll() - before
    },
  }
}

function sizesIn(folder: string, names: RegExp): [string, number][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .map((file) => [file, statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0])
}

function watchCpu(program: string): () => number {
  const spent = () => childrenOf(process.pid, program).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  const before = spent()
  return () => spent() - before
}

/** Redis, INFO: `total_commands_processed`, `total_net_*_bytes`, `used_memory`. */
async function watchRedis(url: string) {
  const before = await redisFigures(url)
  return {
    async rows(name: string, pages: number): Promise<Row[]> {
      const after = await redisFigures(url)
      const more = (figure: string) => ((after[figure] ?? 0) - (before[figure] ?? 0)) / pages
      const net = ['total_net_input_bytes', 'total_net_output_bytes'].map((figure) => inKb(more(figure)))
      return [
        {
          figure: `${name}: Redis commands a page, those of scripts too`,
          value: more('total_commands_processed').toFixed(1),
        },
        { figure: `${name}: KB sent to and received from Redis a page`, value: net.join(', ') },
        { figure: `${name}: KB that Redis keeps a page, at the end`, value: inKb(more('used_memory')) },
      ]
    },
  }
}

async function redisFigures(url: string): Promise<Record<string, number>> {
  const redis = new Redis(url)
  const info = await redis.info()
  await redis.quit()
  return Object.fromEntries(
    [...info.matchAll(/^(\w+):(\d+)\r?$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}

/** By MinIO's metrics, version 3. */
async function watchPuts(endpoint: string) {
  const before = await countPuts(endpoint)
  return {
    async rows(name: string, pages: number): Promise<Row[]> {
      const share = ((await countPuts(endpoint)) - before) / pages
      const goal = `<= ${PUTS_GOAL}`
      return [{ figure: `${name}: objects put a page`, value: share.toFixed(4), goal }]
    },
  }
}

async function countPuts(endpoint: string): Promise<number> {
  const answer = await fetch(`${endpoint}/minio/metrics/v3/api/requests`)
  const lines = [
    ...(await answer.text()).matchAll(/^minio_api_requests_total\{.*name="PutObject".*\} (\d+)/gm),
  ]
  return lines.reduce((sum, [, count]) => sum + Number(count), 0)
}

function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(2)
}

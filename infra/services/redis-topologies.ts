import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts, freshFolder, startService } from './process.ts'
import { pingRedis, prepareRedis, redisProgram } from './redis.ts'
import type { RunningService } from './service.ts'

/** Several own Redis servers that work together, on 127.0.0.1. */
export interface RedisTopology {
  /** The setting that makes the application use it: `REDIS_URL`. */
  readonly env: Readonly<Record<string, string>>
  /** The servers with data, in the order of their start. */
  readonly servers: readonly RunningService[]
  stop(): Promise<void>
}

export type ProvidedTopology =
  | { readonly kind: 'running'; readonly topology: RedisTopology }
  | { readonly kind: 'unavailable'; readonly reason: string }

const START_TIMEOUT_MS = 10_000
const FORM_TIMEOUT_MS = 20_000
const POLL_MS = 100
const PRIMARIES = 3
const SENTINELS = 3
/** The name of the primary for the sentinels. */
const GROUP = 'pageprobe'
/** A primary that is silent for this long is declared down. */
const DOWN_MS = 1000

/** A Redis Cluster of three primaries without replicas. */
export function provideRedisCluster(): Promise<ProvidedTopology> {
  return provided('Redis Cluster', async () => {
    const servers = await Promise.all(Array.from({ length: PRIMARIES }, startClusterNode))
    const nodes = servers.map(({ port }) => `127.0.0.1:${port}`)
    const cli = redisProgram('redis-cli')
    await promisify(execFile)(cli, ['--cluster', 'create', ...nodes, '--cluster-yes'])
    const ports = servers.map(({ port }) => port)
    await waitUntil(async () => {
      const states = await Promise.all(ports.map((port) => redisCli(port, 'cluster', 'info')))
      return states.every((state) => state.includes('cluster_state:ok'))
    })
    return { env: { REDIS_URL: `redis+cluster://${nodes.join()}` }, servers, stop: () => stopAll(servers) }
  })
}

/** A primary with one replica, and three sentinels. */
export function provideRedisSentinel(): Promise<ProvidedTopology> {
  return provided('Redis Sentinel', async () => {
    const primary = await startServer('redis-primary', {})
    const replica = await startServer('redis-replica', { replicaof: `127.0.0.1 ${primary.port}` })
    await waitUntil(async () =>
      (await redisCli(replica.port, 'info', 'replication')).includes('master_link_status:up'),
    )
    const sentinels = await Promise.all(Array.from({ length: SENTINELS }, () => startSentinel(primary.port)))
    await waitUntil(async () => {
      const views = await Promise.all(
        sentinels.map(({ port }) => redisCli(port, 'sentinel', 'master', GROUP)),
      )
      const know = (view: string, name: string, count: number) => view.includes(`${name}\n${count}\n`)
      return views.every(
        (view) => know(view, 'num-slaves', 1) && know(view, 'num-other-sentinels', SENTINELS - 1),
      )
    })
    const nodes = sentinels.map(({ port }) => `127.0.0.1:${port}`)
    const servers = [primary, replica]
    return {
      env: { REDIS_URL: `redis+sentinel://${nodes.join()}/${GROUP}` },
      servers,
      stop: () => stopAll([...sentinels, ...servers]),
    }
  })
}

async function provided(name: string, start: () => Promise<RedisTopology>): Promise<ProvidedTopology> {
  try {
    await prepareRedis()
    return { kind: 'running', topology: await start() }
  } catch (error) {
    return { kind: 'unavailable', reason: `no ${name}: ${(error as Error).message}` }
  }
}

async function startClusterNode(): Promise<RunningService> {
  const [port = 0, bus = 0] = await freePorts(2)
  return startServer('redis-node', { 'cluster-enabled': 'yes', 'cluster-port': String(bus) }, port)
}

async function startServer(
  name: string,
  more: Readonly<Record<string, string>>,
  port?: number,
): Promise<RunningService> {
  const own = port ?? (await freePorts(1))[0] ?? 0
  const folder = await freshFolder(name)
  const settings = { port: String(own), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder, ...more }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, ...value.split(' ')])
  return launch(name, args, folder, own)
}

/** Sentinels write their state to their configuration file. */
async function startSentinel(primary: number): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder('redis-sentinel')
  const file = join(folder, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${GROUP} 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds ${GROUP} ${DOWN_MS}`,
    `sentinel failover-timeout ${GROUP} 2000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  return launch('redis-sentinel', [file, '--sentinel'], folder, port)
}

function launch(
  name: string,
  args: readonly string[],
  folder: string,
  port: number,
): Promise<RunningService> {
  return startService({
    name,
    command: redisProgram('redis-server'),
    args,
    folder,
    port,
    env: {},
    ping: () => pingRedis(port),
    startTimeoutMs: START_TIMEOUT_MS,
  })
}

async function stopAll(services: readonly RunningService[]): Promise<void> {
  await Promise.all(services.map((service) => service.kill()))
}

async function redisCli(port: number, ...command: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(redisProgram('redis-cli'), ['-p', String(port), ...command])
  return stdout.replaceAll('\r', '')
}

async function waitUntil(isReady: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + FORM_TIMEOUT_MS
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error('the servers did not form a cluster')
    await sleep(POLL_MS)
  }
}

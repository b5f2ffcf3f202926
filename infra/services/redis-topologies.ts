import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from './command.ts'
import { freePorts, freshFolder } from './process.ts'
import { launchRedis, prepareRedis, redisProgram, startRedis } from './redis.ts'
import { type Provisioned, provisioned, type RunningService } from './service.ts'

/** Several own Redis servers that work together, on 127.0.0.1. */
export interface RedisTopology {
  /** The setting that makes the application use it: `REDIS_URL`. */
  readonly env: Readonly<Record<string, string>>
  /** The servers with data, in the order of their start. */
  readonly servers: readonly RunningService[]
  stop(): Promise<void>
}

const FORM_TIMEOUT_MS = 20_000
const POLL_MS = 100
const PRIMARIES = 3
/** The name of the primary for the sentinels. */
const GROUP = 'pageprobe'
/** A primary that is silent for this long is declared down. */
const DOWN_MS = 1000
/** By default a primary waits 5 s for more replicas. */
const SYNC_AT_ONCE = { 'repl-diskless-sync-delay': '0' }

/** A Redis Cluster of three primaries without replicas. */
export function provideRedisCluster(): Promise<Provisioned<RedisTopology>> {
  return provisioned('no Redis Cluster', async () => {
    await prepareRedis()
    const servers = await Promise.all(Array.from({ length: PRIMARIES }, startClusterNode))
    const nodes = servers.map(({ port }) => `127.0.0.1:${port}`)
    await redisCli('--cluster', 'create', ...nodes, '--cluster-yes')
    await waitUntil(async () => {
      const states = await Promise.all(servers.map((server) => ask(server, 'cluster', 'info')))
      return states.every((state) => state.includes('cluster_state:ok'))
    })
    return { env: { REDIS_URL: `redis+cluster://${nodes.join()}` }, servers, stop: () => stopAll(servers) }
  })
}

/** A primary with one replica, and sentinels: three see by themselves that a primary is down, one fails over when it is told to. */
export function provideRedisSentinel(count: 1 | 3): Promise<Provisioned<RedisTopology>> {
  return provisioned('no Redis Sentinel', async () => {
    await prepareRedis()
    const primary = await startRedis('redis-primary', SYNC_AT_ONCE)
    const ofPrimary = { ...SYNC_AT_ONCE, replicaof: `127.0.0.1 ${primary.port}` }
    const replica = await startRedis('redis-replica', ofPrimary)
    await waitUntil(async () => (await ask(replica, 'info', 'replication')).includes('master_link_status:up'))
    const sentinels = await Promise.all(Array.from({ length: count }, () => startSentinel(primary.port)))
    await waitUntil(async () => {
      const views = await Promise.all(sentinels.map((one) => ask(one, 'sentinel', 'master', GROUP)))
      const know = (view: string, name: string, count: number) => view.includes(`${name}\n${count}\n`)
      return views.every(
        (view) => know(view, 'num-slaves', 1) && know(view, 'num-other-sentinels', count - 1),
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

async function startClusterNode(): Promise<RunningService> {
  const [bus = 0] = await freePorts(1)
  return startRedis('redis-node', { 'cluster-enabled': 'yes', 'cluster-port': String(bus) })
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
  return launchRedis('redis-sentinel', [file, '--sentinel'], folder, port)
}

async function stopAll(services: readonly RunningService[]): Promise<void> {
  await Promise.all(services.map((service) => service.kill()))
}

async function ask({ port }: RunningService, ...command: readonly string[]): Promise<string> {
  return (await redisCli('-p', String(port), ...command)).replaceAll('\r', '')
}

function redisCli(...args: readonly string[]): Promise<string> {
  return runCommand(redisProgram('redis-cli'), args)
}

async function waitUntil(isReady: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + FORM_TIMEOUT_MS
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error('the servers did not form a cluster')
    await sleep(POLL_MS)
  }
}

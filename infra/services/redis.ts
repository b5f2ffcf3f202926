import { once } from 'node:events'
import { connect } from 'node:net'
import { installPackages, succeeds } from './command.ts'
import { freePorts, freshFolder, startService } from './process.ts'
import { externalService, type Provisioned, provisioned, type RunningService } from './service.ts'

const START_TIMEOUT_MS = 10_000
const PING_TIMEOUT_MS = 1000

/**
 * The program, or the one that the variable REDIS_SERVER or REDIS_CLI names: Valkey's programs have the same options.
 */
export function redisProgram(name: 'redis-server' | 'redis-cli'): string {
  return process.env[name === 'redis-server' ? 'REDIS_SERVER' : 'REDIS_CLI'] || name
}

/** Makes redis-server available; rejects with the reason when that fails. */
export async function prepareRedis(): Promise<void> {
  if (process.env.REDIS_TEST_URL || (await succeeds(redisProgram('redis-server'), ['--version']))) return
  await installPackages(['redis-server'], 'the result store of the tests')
}

/**
 * Provides a Redis for tests and sets REDIS_URL: the one that the variable REDIS_TEST_URL names, else an own empty
 * one on loopback without persistence. A restart loses all data, as the worst case in production does.
 */
export function provideRedis(): Promise<Provisioned> {
  const url = process.env.REDIS_TEST_URL
  return provisioned('no Redis', async () => {
    if (url) return externalService({ REDIS_URL: url }, Number(new URL(url).port))
    await prepareRedis()
    return startRedis('redis')
  })
}

/** Starts an empty server without persistence on loopback; `more` are settings besides, with spaces between values. */
export async function startRedis(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder(name)
  const settings = { bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder, ...more }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, ...value.split(' ')])
  return launchRedis(name, ['--port', String(port), ...args], folder, port)
}

/** Starts a server with these arguments, which name the port, in a fresh folder. */
export function launchRedis(
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
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    ping: () => ping(port),
    startTimeoutMs: START_TIMEOUT_MS,
  })
}

/** Sends PING as an inline command (Redis serialization protocol). */
async function ping(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    socket.write('PING\r\n')
    const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })
    if (!String(reply).startsWith('+PONG')) throw new Error(String(reply))
  } finally {
    socket.destroy()
  }
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { hasCommand, installPackages } from './command.ts'
import { freePorts, freshFolder, startService } from './process.ts'
import { externalService, type Provisioned, type RunningService } from './service.ts'

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
  if (process.env.REDIS_TEST_URL || (await hasCommand(redisProgram('redis-server'), ['--version']))) return
  console.log('redis-server: installing the system package')
  await installPackages(['redis-server'])
}

/**
 * Provides a Redis for tests and sets REDIS_URL: the one that the variable REDIS_TEST_URL names, else an own empty
 * one on loopback without persistence. A restart loses all data, as the worst case in production does.
 */
export async function provideRedis(): Promise<Provisioned> {
  const url = process.env.REDIS_TEST_URL
  if (url) return { kind: 'running', service: externalService({ REDIS_URL: url }, Number(new URL(url).port)) }
  try {
    await prepareRedis()
    return { kind: 'running', service: await startRedis() }
  } catch (error) {
    return { kind: 'unavailable', reason: `no Redis: ${(error as Error).message}` }
  }
}

async function startRedis(): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder('redis')
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder, daemonize: 'no' }
  return startService({
    name: 'redis',
    command: redisProgram('redis-server'),
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    folder,
    port,
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    ping: () => pingRedis(port),
    startTimeoutMs: START_TIMEOUT_MS,
  })
}

/** Sends PING as an inline command (Redis serialization protocol). */
export async function pingRedis(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    socket.write('PING\r\n')
    const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })
    if (!String(reply).startsWith('+PONG')) throw new Error(String(reply))
  } finally {
    socket.destroy()
  }
}

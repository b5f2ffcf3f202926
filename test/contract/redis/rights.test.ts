import { join } from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { partNames } from '#infra/process/parts.ts'
import { freePorts, freshFolder, startService } from '#infra/services/process.ts'
import { prepareRedis } from '#infra/services/redis.ts'
import type { RunningService } from '#infra/services/service.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import {
  batchTurnKey,
  inspectionKey,
  outcomeKey,
  quotaRefundKey,
  RENDER_LOAD_BOARD,
  SEAL_SECRET_KEY,
} from '#shared/store/keys.ts'
import { resultStoreContract } from '#test/contract/result-store.ts'
import { root } from '#test/support/sandbox.ts'
import { skipLoudly } from '#test/support/skips.ts'

const passwordOf = (part: string) => `password-of-${part}`

describe('the permissions that image/redis.sh grants', () => {
  let redis: RunningService
  const stores: ResultStore[] = []
  before('start Redis with its users', async function () {
    try {
      await prepareRedis()
    } catch (error) {
      skipLoudly(this, `no Redis: ${(error as Error).message}`)
    }
    redis = await startGuarded()
  })
  after(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await redis?.stop()
  })

  const urlOf = (part: string) => `redis://${part}:${passwordOf(part)}@127.0.0.1:${redis.port}`

  resultStoreContract(
    'Redis with rights of the gateway',
    async () => {
      const open = () => {
        const store = redisResultStore({
          url: urlOf('gateway'),
          keyPrefix: 'pageprobe:contract:',
          commandTimeoutMs: 20_000,
        })
        stores.push(store)
        return store
      }
      return { open, openElsewhere: open, close: async () => {} }
    },
    { wakesOtherProcesses: true },
  )

  /** Whether the part may write the key, with any single command. */
  async function mayWrite(part: string, key: string): Promise<boolean> {
    const client = new Redis(urlOf(part))
    const answer = await client.set(`pageprobe:${key}`, 'x').catch((error: Error) => error.message)
    client.disconnect()
    return answer === 'OK'
  }

  it('let each part write the keys of its work', async () => {
    const ofAll = [
      inspectionKey('i'),
      outcomeKey('i'),
      'inspections:b.0',
      'in-hand:group:member',
      'stored:t:2026-01-01',
    ]
    for (const part of partNames)
      for (const key of ofAll) expect(await mayWrite(part, key), `${part} ${key}`).to.equal(true)
    const ofOne = {
      fetch: ['turn:host:0', 'address:127.0.0.1', 'host-failures:host', 'host-rest:host', 'host-wait:host'],
      render: ['turn:host:0', 'host-pace:host', 'address:127.0.0.1', 'browser:fault', RENDER_LOAD_BOARD],
      score: ['audits:a', 'audits:a:turn'],
      batch: [
        'inspection-lines:b.0',
        SEAL_SECRET_KEY,
        batchTurnKey('site', 'prefix.'),
        'quota:key:batch:2026-01-01',
        quotaRefundKey('b'),
        'site-history:owner:host',
      ],
    }
    for (const [part, keys] of Object.entries(ofOne))
      for (const key of keys) expect(await mayWrite(part, key), `${part} ${key}`).to.equal(true)
  })

  it('let only the gateway write keys of clients and their counts', async () => {
    for (const part of partNames)
      for (const key of ['key:abcdefgh', 'quota:key:metadata:2026-01-01'])
        expect(await mayWrite(part, key), `${part} ${key}`).to.equal(part === 'gateway')
  })
})

async function startGuarded(): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder('redis-rights')
  const passwords = partNames.map((part) => [`REDIS_PASSWORD_${part.toUpperCase()}`, passwordOf(part)])
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  return startService({
    name: 'redis-rights',
    command: 'sh',
    args: [join(root, 'infra/image/redis.sh'), ...args],
    childEnv: { ...Object.fromEntries(passwords), TMPDIR: folder },
    folder,
    port,
    env: {},
    ping: () => answers(port),
    startTimeoutMs: 10_000,
  })
}

async function answers(port: number): Promise<void> {
  const client = new Redis({
    port,
    username: 'gateway',
    password: passwordOf('gateway'),
    lazyConnect: true,
    retryStrategy: () => null,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

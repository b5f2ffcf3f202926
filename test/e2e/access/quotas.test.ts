import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { makeApiKeys } from '#gateway/access/api-keys.ts'
import { makeAuthThrottle } from '#gateway/access/auth-throttle.ts'
import { makeQuotas } from '#gateway/access/quotas.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { ownRedis } from '#test/support/service/services.ts'

describe('access over Redis', () => {
  const redis = ownRedis()
  const stores: ResultStore[] = []
  const children: ChildProcess[] = []
  let box: Sandbox
  before(async () => {
    box = await sandbox()
  })
  after(async () => {
    await Promise.all(stores.map((store) => store.close()))
    for (const child of children) child.kill('SIGKILL')
    await box.remove()
  })

  /** The store of another gateway. */
  function openStore(keyPrefix: string): ResultStore {
    const url = redis.env.REDIS_URL ?? ''
    const store = redisResultStore({ url, keyPrefix, commandTimeoutMs: 10_000 })
    stores.push(store)
    return store
  }

  const owner = (limit: number) => ({ id: 'abcdefgh', plan: 'free', limits: { metadata: limit } }) as const

  it('grants exactly the limit to two processes with concurrent calls', async () => {
    const program = join(import.meta.dirname, 'quota-consumer.ts')
    const takers = [0, 1].map(() => {
      const args = [program, redis.env.REDIS_URL ?? '', '100', '200']
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
      children.push(child)
      let isReady = false
      child.stdout.once('data', () => {
        isReady = true
      })
      return { child, output: text(child.stdout), isReady: () => isReady }
    })
    await eventually(() => takers.every(({ isReady }) => isReady()))
    for (const { child } of takers) child.stdin.end('go\n')
    const outputs = await Promise.all(takers.map(({ output }) => output))
    const granted = outputs.map((output) => Number(output.replace('ready\n', '')))
    expect(granted.reduce((sum, one) => sum + one)).to.equal(100)
  })

  it('grants exactly the limit to two gateways with concurrent calls', async () => {
    const prefix = `test-${randomUUID()}:`
    const gateways = [makeQuotas(openStore(prefix)), makeQuotas(openStore(prefix))]
    const calls = Array.from({ length: 400 }, (_, at) => gateways[at % 2]?.consume(owner(100), 'metadata'))
    const counted = await Promise.all(calls)
    expect(counted.filter((one) => one?.isGranted)).to.have.length(100)
    const remaining = counted.filter((one) => one?.isGranted).map((one) => one?.remaining ?? -1)
    expect(remaining.toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n))
  })

  it('resets with the UTC day at every gateway, even where a clock is behind', async () => {
    const prefix = `test-${randomUUID()}:`
    const midnight = Date.parse('2031-01-01T00:00:00Z')
    const early = makeQuotas(openStore(prefix), { now: () => midnight - 1 })
    const late = makeQuotas(openStore(prefix), { now: () => midnight })
    expect(await early.consume(owner(1), 'metadata')).to.include({ isGranted: true, reset: midnight / 1000 })
    expect(await late.consume(owner(1), 'metadata')).to.include({ isGranted: true, resetAfter: 86_400 })
    expect(await early.consume(owner(1), 'metadata')).to.include({ isGranted: false, resetAfter: 1 })
    expect(await late.consume(owner(1), 'metadata')).to.include({ isGranted: false, resetAfter: 86_400 })
  })

  it('keeps a counter for the days that usage tells, and lets every key expire', async () => {
    const prefix = `test-${randomUUID()}:`
    const store = openStore(prefix)
    await makeQuotas(store).consume(owner(1), 'metadata')
    await makeAuthThrottle(store, 1).recordFailure('192.0.2.1')
    await makeAuthThrottle(store, 1).recordFailure('192.0.2.1')
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    const ttls = await Promise.all(
      (await plain.keys(`${prefix}*`)).map(async (key) => [key.slice(prefix.length), await plain.ttl(key)]),
    )
    plain.disconnect()
    const byKind = Object.fromEntries(ttls.map(([key, ttl]) => [String(key).split(':')[0], Number(ttl)]))
    expect(byKind).to.have.all.keys('quota', 'failures', 'refused')
    expect(byKind.quota).to.be.within(30 * 86_400, 33 * 86_400)
    expect(byKind.failures).to.be.within(1, 60)
    expect(byKind.refused).to.be.within(1, 60)
  })

  it('counts failed attempts of a client at all gateways together', async () => {
    const prefix = `test-${randomUUID()}:`
    const gateways = [0, 1].map(() => makeAuthThrottle(openStore(prefix), 30))
    const noted = await Promise.all(
      Array.from({ length: 200 }, (_, at) => gateways[at % 2]?.recordFailure('192.0.2.1')),
    )
    expect(noted.filter((refusal) => refusal === null)).to.have.length(30)
    const ends = await Promise.all(
      gateways.map(async (gateway) => (await gateway.recordFailure('192.0.2.1'))?.reset),
    )
    expect(ends[0]).to.equal(ends[1])
  })

  it('accepts keys of the command until it revokes them', async () => {
    const env = { REDIS_URL: redis.env.REDIS_URL ?? '' }
    const keys = (...args: string[]) =>
      box.run(process.execPath, [join(root, 'gateway/cli/keys.ts'), ...args], env)
    const made = await keys('create', '--limit', 'metadata=2')
    const store = openStore('pageprobe:')
    const ring = () => makeApiKeys(store)
    const key = made.stdout.trim()
    const found = await ring().find(key)
    expect(found?.limits).to.deep.equal({ metadata: 2 })
    expect((await keys('list')).stdout).to.include(`${found?.id}\tfree\t`)
    expect((await keys('revoke', found?.id ?? '')).code).to.equal(0)
    expect(await ring().find(key)).to.equal(null)
  })
})

import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import { notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import { decodeCommand } from '#stages/batch/shards/logs/command-codec.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import type { LocalShards } from '#stages/batch/shards/rpc/local-shards.ts'
import { remoteShards } from '#stages/batch/shards/rpc/remote-shards.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { commands } from '#test/contract/shards/commands.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { bytesOf, COUNT, localShards, never, someAnswer, textOf } from './rpc-scene.ts'

const tick = { kind: 'tick' } as const
const forEver = new AbortController().signal
const batch = { id: 'b', owner: 'o' }

describe('remoteShards', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  interface Scripted {
    readonly local?: Partial<LocalShards>
    readonly calls?: Partial<ShardCalls>
    ownerOf?(shard: number): string | null
  }

  /** Owns no shard, unless the script says otherwise; another part has all. */
  function open({ local = {}, calls, ownerOf = () => 'other:1' }: Scripted) {
    const shards = remoteShards({
      local: localShards({ owns: () => false, ...local }),
      ownerOf,
      calls: { send: never, ask: never, sites: () => localShards(), copy: never, close() {}, ...calls },
    })
    undo.push(() => shards.close())
    return shards
  }

  it('asks what is owned here directly', async () => {
    const { send, ask } = localShards({ ask: async (...given) => given as never })
    const shards = open({ local: { send, ask, owns: (shard) => shard === 3 } })
    expect(await shards.send(3, tick)).to.equal(someAnswer)
    expect(await shards.ask(3, 'hosts', 'b', 5)).to.deep.equal([3, 'hosts', 'b', 5])
    expect(shards.count).to.equal(COUNT)
  })

  it('copies from whoever owns the shard', async () => {
    const copied: unknown[] = []
    const here = (...given: unknown[]) => {
      copied.push(given.slice(0, 2))
      return bytesOf('here')
    }
    const shards = open({
      local: { copy: here, owns: (shard) => shard === 1 },
      calls: { copy: async (address, request) => bytesOf(`${address} ${JSON.stringify(request)}`) },
    })
    const { signal } = new AbortController()
    expect(await textOf(shards.copyFrom(1, 'b', signal))).to.equal('here')
    expect(await textOf(shards.copyFrom(2, 'b', signal))).to.equal('other:1 {"shard":2,"id":"b"}')
    expect(copied).to.deep.equal([[1, 'b']])
  })

  it('sends every kind of command as it is read', async () => {
    const sent: unknown[] = []
    const shards = open({
      ownerOf: (shard) => `part-${shard}:1`,
      calls: {
        async send(address, { shard, command }) {
          sent.push([address, shard, decodeCommand(Buffer.from(command))])
          return someAnswer
        },
      },
    })
    for (const command of commands) await shards.send(2, command)
    expect(sent).to.deep.equal(commands.map((command) => ['part-2:1', 2, command]))
  })

  it('passes on a failure of the owner, here and elsewhere, at once', async () => {
    let tries = 0
    const failing = () => {
      tries += 1
      return Promise.reject(unavailable('disk'))
    }
    const elsewhere = open({ calls: { send: failing, ask: failing } })
    const here = open({ local: { owns: () => true, send: failing, ask: failing } })
    for (const shards of [elsewhere, here])
      for (const call of [shards.send(1, tick), shards.ask(1, 'openBatches')])
        expect(await rejectionOf(call)).to.include({ message: unavailable('disk').message })
    expect(tries).to.equal(4)
  })

  it('is unavailable when nobody accepts a call for seconds, and does not tell why', async () => {
    const refuse = () => Promise.reject(notAccepted())
    const clock = driveClock()
    const failures = await clock
      .run(
        Promise.all([
          rejectionOf(open({ ownerOf: () => null }).send(1, tick)),
          rejectionOf(open({ calls: { ask: refuse } }).ask(1, 'openBatches')),
        ]),
      )
      .finally(clock.stop)
    for (const failure of failures) {
      expect(failure).to.be.instanceOf(Failure)
      expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE', details: null })
    }
  })

  it('sends a command here when this process becomes the owner meanwhile', async () => {
    let looks = 0
    const shards = open({ local: { owns: () => ++looks > 2 }, ownerOf: () => null })
    expect(await shards.send(1, tick)).to.equal(someAnswer)
  })

  it('refuses an answer that cannot be read', async () => {
    const shards = open({ calls: { ask: async () => Buffer.from('{') } })
    expect(await rejectionOf(shards.ask(1, 'openBatches'))).to.include({ code: 'INTERNAL_ERROR' })
  })

  it('asks the owner of the home for reports', async () => {
    const home = homeOf(batch.id, COUNT)
    const sites = (name: string) =>
      localShards({
        report: async ({ id }, { compare }) => `${name} ${id} ${compare}`,
        pages: async (_, { after, limit }) => [Buffer.from(`${name} ${after} ${limit}`)] as never,
      })
    const query = { compare: 'a', signal: forEver }
    const rows = { after: 3, limit: 5, signal: forEver }
    for (const [owner, shards] of Object.entries({
      here: open({ local: { ...sites('here'), owns: (shard) => shard === home } }),
      [`part-${home}:1`]: open({ ownerOf: (shard) => `part-${shard}:1`, calls: { sites } }),
    })) {
      expect(await shards.report(batch, query)).to.equal(`${owner} b a`)
      expect(await textOf(await shards.pages(batch, rows))).to.equal(`${owner} 3 5`)
    }
  })

  it('does not wait for an owner any more when the reader of a report leaves', async () => {
    const leaving = new AbortController()
    let looks = 0
    const shards = open({
      ownerOf() {
        looks += 1
        if (looks === 2) leaving.abort()
        return null
      },
    })
    const left = rejectionOf(shards.report(batch, { compare: null, signal: leaving.signal }))
    expect(await left).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(looks).to.equal(2)
  })

  it('ends what waits for an owner when it is closed', async () => {
    const waiting = Promise.withResolvers<void>()
    const shards = open({
      ownerOf() {
        waiting.resolve()
        return null
      },
    })
    const sent = rejectionOf(shards.send(1, tick), 2000)
    await waiting.promise
    shards.close()
    expect(await sent).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})

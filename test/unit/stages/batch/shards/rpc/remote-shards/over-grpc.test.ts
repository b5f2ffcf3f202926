import { expect } from 'chai'
import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import type { LocalShards } from '#stages/batch/shards/rpc/local-shards.ts'
import { remoteShards } from '#stages/batch/shards/rpc/remote-shards.ts'
import type { Question } from '#stages/batch/shards/shards.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { secret } from '#test/support/parts-secret.ts'
import { openShardFixture } from '../../../adapters/sqlite/shard/shard-store-fixture.ts'
import { COUNT, localShards, never, serveLocal, someAnswer } from '../rpc-scene.ts'

const tick = { kind: 'tick' } as const
const forEver = new AbortController().signal

describe('remoteShards over gRPC', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function serve(script: Partial<LocalShards>) {
    const server = await serveLocal(script)
    undo.push(() => server.close(0))
    return server
  }

  /** Shards that are all owned elsewhere. */
  function connect(ownerOf: (shard: number) => string | null) {
    const shards = remoteShards({
      local: localShards({ owns: () => false }),
      ownerOf,
      calls: grpcShards({ secret }),
    })
    undo.push(() => shards.close())
    return shards
  }

  it('returns every answer as the store gives it', async () => {
    const fixture = await openShardFixture({ shard: 2, shards: COUNT })
    undo.push(() => fixture.close())
    const { store } = fixture
    const ask = async (_: number, question: Question, ...given: unknown[]) =>
      (store[question] as (...args: unknown[]) => never)(...given)
    const { address } = await serve({ ask, send: (_, command) => fixture.send(command) })
    const remote = connect(() => address)

    const crawl = { ...crawlRules, maxMinutes: 1.5 }
    const [one, two] = [
      batchNamed('one', {
        owner: 'o',
        quota: { key: 'k', limit: 9 },
        crawl,
        sitemaps: ['http://x.example/s.xml'],
      }),
      batchNamed('two', { parameters: { deep: [{ ü: null }, '\ud800'] } }),
    ]
    for (const named of [one, two]) {
      await remote.send(2, { kind: 'create', batch: named })
      await remote.send(2, { kind: 'reject', batch: named.id, lines: [{ line: 2, reason: 'no "URL"\n' }] })
      const items = [page('http://x.example/1'), page('http://x.example/1'), page('http://x.example/2')]
      const { position, wasAdded } = await remote.send(2, { kind: 'add', batch: named, items })
      expect([wasAdded, position]).to.deep.equal([[true, false, true], store.positions().intake])
      await remote.send(2, {
        kind: 'start',
        batch: named.id,
        isOpen: named === one,
        added: { 2: position },
      })
    }
    const [report] = store.takeReports()
    if (report === undefined) throw new Error('no report')
    expect(await remote.send(2, { kind: 'report', report })).to.include({ isKnown: true })
    const segment = { batch: report.batch, shard: 2, first: 1, count: 3, object: 'results/x' }
    await remote.send(2, { kind: 'segment', segment })

    const listing = { owner: 'o', state: null, limit: 5, after: null }
    for (const id of ['one', 'two', 'none']) {
      expect(await remote.ask(2, 'batch', id)).to.deep.equal(store.batch(id))
      expect(await remote.ask(2, 'status', id)).to.deep.equal(store.status(id))
      expect(await remote.ask(2, 'shardsOf', id)).to.deep.equal(store.shardsOf(id))
      expect(await remote.ask(2, 'segments', id, 0, 5)).to.deep.equal(store.segments(id, 0, 5))
      expect(await remote.ask(2, 'hosts', id, 5)).to.deep.equal(store.hosts(id, 5))
    }
    expect(await remote.ask(2, 'list', listing)).to.deep.equal(store.list(listing))
    expect(await remote.ask(2, 'openBatches')).to.deep.equal(store.openBatches())
    // The store had something to tell.
    expect(await remote.ask(2, 'batch', 'one')).to.deep.equal(one)
    expect(await remote.ask(2, 'batch', 'none')).to.equal(null)
    expect(await remote.ask(2, 'shardsOf', 'one')).to.deep.equal([2])
    expect((await remote.ask(2, 'status', 'two'))?.rejected).to.have.length(1)
    expect(await remote.ask(2, 'list', listing)).to.have.length(2)
    expect(await remote.ask(2, 'openBatches')).to.deep.equal([one])
    expect((await remote.ask(2, 'segments', report.batch, 0, 5))?.segments).to.have.length(1)
    expect((await remote.ask(2, 'hosts', 'two', 5)).hosts).to.have.length(1)
  })

  it('waits while the owner changes', async () => {
    const former = await serve({ owns: () => false })
    const dead = await serveLocal()
    await dead.close(0)
    const next = await serve({ ask: async () => [7] as never })
    const owners = [former.address, null, dead.address, next.address]
    let asked = 0
    const ownerOf = () => owners[Math.min(asked++, owners.length - 1)] ?? null
    const shards = connect(ownerOf)
    expect(await shards.ask(1, 'shardsOf', 'b')).to.deep.equal([7])
    asked = 0
    expect(await shards.send(1, tick)).to.deep.equal(someAnswer)
    asked = 0
    expect(await shards.report({ id: 'b', owner: 'o' }, { compare: null, signal: forEver })).to.equal(null)
  })

  it('asks another owner when the first one is killed, and sends nothing twice', async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hanging = (at: number) => () => {
      begun[at]?.resolve()
      return never()
    }
    const first = await serve({ send: hanging(0), ask: hanging(1) })
    let sentToSecond = 0
    const second = await serve({
      ask: async () => [7] as never,
      async send() {
        sentToSecond += 1
        return someAnswer
      },
    })
    let owner = first.address
    const shards = connect(() => owner)
    const sent = rejectionOf(shards.send(1, tick))
    const asked = shards.ask(1, 'shardsOf', 'b')
    await Promise.all(begun.map(({ promise }) => promise))
    owner = second.address
    await first.close(0)
    expect(await asked).to.deep.equal([7])
    expect(await sent).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(sentToSecond).to.equal(0)
  })
})

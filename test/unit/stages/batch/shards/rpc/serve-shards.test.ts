import { expect } from 'chai'
import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import { isNotAccepted } from '#shared/rpc/shards/not-accepted.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { encodeCommand } from '#stages/batch/shards/logs/command-codec.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import type { LocalShards } from '#stages/batch/shards/rpc/local-shards.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { commands } from '#test/contract/shards/commands.ts'
import { secret } from '#test/support/parts-secret.ts'
import { bytesOf, COUNT, never, serveLocal, someAnswer, textOf } from './rpc-scene.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const forEver = new AbortController().signal
const tick = bytes({ kind: 'tick' })
const about = { question: 'batch', given: bytes(['b']) }

describe('serveShards', () => {
  let calls: ShardCalls
  const undo: (() => unknown)[] = []
  beforeEach(() => {
    calls = grpcShards({ secret })
    undo.push(() => calls.close())
  })
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function serve(script: Partial<LocalShards> = {}) {
    const server = await serveLocal(script)
    undo.push(() => server.close(0))
    return server
  }

  it('sends every kind of command to the shard, and returns its answer', async () => {
    const sent: { shard: number; command: Command }[] = []
    const { address } = await serve({
      async send(shard, command) {
        sent.push({ shard, command })
        return someAnswer
      },
    })
    for (const command of commands) {
      const request = { shard: 3, command: Buffer.from(encodeCommand(command)) }
      expect(await calls.send(address, request)).to.deep.equal(someAnswer)
    }
    expect(sent).to.deep.equal(commands.map((command) => ({ shard: 3, command })))
  })

  it('returns an answer without items', async () => {
    const none = { position: 0, wasAdded: [], isKnown: false }
    const { address } = await serve({ send: async () => none })
    expect(await calls.send(address, { shard: 0, command: tick })).to.deep.equal(none)
  })

  it('asks the shard, and returns JSON', async () => {
    const asked: unknown[] = []
    const { address } = await serve({
      async ask(...given) {
        asked.push(given)
        return { ü: [null, 1.5] } as never
      },
    })
    const answer = await calls.ask(address, { shard: 2, question: 'hosts', given: bytes(['b', 7]) })
    expect(JSON.parse(Buffer.from(answer).toString())).to.deep.equal({ ü: [null, 1.5] })
    expect(asked).to.deep.equal([[2, 'hosts', 'b', 7]])
  })

  it('copies from the shard, and from no other one', async () => {
    const { address } = await serve({
      owns: (shard) => shard === 2,
      copy: (shard, id) => bytesOf(`${shard} `, id),
    })
    expect(await textOf(await calls.copy(address, { shard: 2, id: 'b' }, forEver))).to.equal('2 b')
    const refused = await rejectionOf(calls.copy(address, { shard: 1, id: 'b' }, forEver))
    expect(isNotAccepted(refused)).to.equal(true)
  })

  it('refuses what cannot be understood, and logs nothing', async () => {
    const { address, errors } = await serve()
    for (const wrong of [
      calls.send(address, { shard: COUNT, command: tick }),
      calls.send(address, { shard: 0, command: bytes({ kind: 'tock' }) }),
      calls.send(address, { shard: 0, command: Buffer.from([0xff, 0xfe]) }),
      calls.send(address, { shard: 0, command: Buffer.alloc(0) }),
      calls.ask(address, { shard: 4_294_967_295, ...about }),
      calls.ask(address, { shard: 0, question: 'apply', given: bytes([[]]) }),
      calls.ask(address, { shard: 0, question: 'batch', given: bytes('b') }),
      calls.ask(address, { shard: 0, question: 'batch', given: Buffer.from('["b"') }),
    ])
      expect(await rejectionOf(wrong)).to.include({ code: 'VALIDATION_ERROR' })
    expect(errors).to.deep.equal([])
  })

  it('does not accept calls about shards that this process does not own, and passes them to nobody', async () => {
    const batch = { id: 'b', owner: 'o' }
    const { address } = await serve({
      owns: (shard) => shard !== 1 && shard !== homeOf(batch.id, COUNT),
      send: never,
      ask: never,
      report: never,
      pages: never,
    })
    const sites = calls.sites(address)
    for (const refused of [
      calls.send(address, { shard: 1, command: tick }),
      calls.ask(address, { shard: 1, ...about }),
      sites.report(batch, { compare: null, signal: forEver }),
      sites.pages(batch, { after: 0, limit: null, signal: forEver }),
    ])
      expect(isNotAccepted(await rejectionOf(refused))).to.equal(true)
  })

  it('reports on the sites of batches whose homes are owned', async () => {
    const batch = { id: 'b', owner: 'o' }
    async function* rows() {
      yield Buffer.from('1\n')
    }
    const { address } = await serve({
      owns: (shard) => shard === homeOf(batch.id, COUNT),
      report: async ({ id, owner }, { compare }) => `${id} ${owner} ${compare}`,
      pages: async () => rows(),
    })
    const sites = calls.sites(address)
    expect(await sites.report(batch, { compare: 'a', signal: forEver })).to.equal('b o a')
    const pages = await sites.pages(batch, { after: 0, limit: 5, signal: forEver })
    expect(await textOf(pages)).to.equal('1\n')
  })

  it('stops to read pages when their reader leaves', async () => {
    const stopped = Promise.withResolvers<void>()
    async function* endless(signal: AbortSignal) {
      signal.addEventListener('abort', () => stopped.resolve())
      for (;;) yield Buffer.alloc(100_000)
    }
    const { address } = await serve({ pages: async (_, { signal }) => endless(signal) })
    const leaving = new AbortController()
    const query = { after: 0, limit: null, signal: leaving.signal }
    const read = rejectionOf(textOf(await calls.sites(address).pages({ id: 'b', owner: 'o' }, query)))
    leaving.abort()
    expect(await read).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await stopped.promise
  })

  it('accepts a thousand commands at once, and questions besides', async () => {
    const full = Promise.withResolvers<void>()
    let begun = 0
    const { address } = await serve({
      send() {
        begun += 1
        if (begun === 1000) full.resolve()
        return never()
      },
    })
    const sent = Array.from({ length: 1000 }, () => calls.send(address, { shard: 0, command: tick }))
    for (const one of sent) one.catch(() => undefined)
    await full.promise
    expect(isNotAccepted(await rejectionOf(calls.send(address, { shard: 0, command: tick })))).to.equal(true)
    await calls.ask(address, { shard: 0, ...about })
  })

  it('hides what fails unexpectedly, and logs it', async () => {
    const { address, errors } = await serve({ ask: () => Promise.reject(new Error('ENOENT /srv/secret')) })
    const failure = await rejectionOf(calls.ask(address, { shard: 0, ...about }))
    expect(failure).to.include({ code: 'INTERNAL_ERROR', message: 'The call of the shard failed' })
    expect(errors).to.have.length(1)
  })
})

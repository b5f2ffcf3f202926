import { expect } from 'chai'
import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import { unavailable } from '#shared/errors.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import { startGrpcServer } from '#shared/rpc/server.ts'
import { makeServerCalls, type ServerCalls } from '#shared/rpc/server-calls.ts'
import { isNotAccepted, notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import { serviceName, shardsService } from '#shared/rpc/shards/protocol.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import { siteCalls } from '#shared/rpc/site-calls.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { hostRelay } from './host-relay.ts'

const unserved = Object.fromEntries(Object.keys(shardsService).map((name) => [name, () => undefined]))
const never = () => new Promise<never>(() => {})
const send = { shard: 1, command: Buffer.from('{}') }
const ask = { shard: 1, question: 'batch', given: Buffer.from('[]') }
const batch = { id: 'b', owner: 'o' }
const forEver = new AbortController().signal

describe('grpcShards', () => {
  const clock = driveClockInEachTest()
  let calls: ShardCalls
  const undo: (() => unknown)[] = []
  beforeEach(() => {
    calls = grpcShards({ secret })
    undo.push(() => calls.close())
  })
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function serve(handlers: (calls: ServerCalls) => object): Promise<GrpcServer> {
    const closing = new AbortController().signal
    const implementation = {
      ...unserved,
      ...handlers(makeServerCalls({ service: 'shard', closing, log: silentLog })),
    }
    const server = await startGrpcServer({
      secret,
      listen: '127.0.0.1:0',
      services: [{ name: serviceName, definition: shardsService, implementation: implementation as never }],
      maxMessageBytes: 4_194_304,
    })
    undo.push(() => server.close(0))
    return server
  }

  const reading = (address: string) => [
    calls.sites(address).report(batch, { compare: null, signal: forEver }),
    calls.sites(address).pages(batch, { after: 0, limit: null, signal: forEver }),
  ]

  it('calls the part at each address', async () => {
    const named = (name: string) => (on: ServerCalls) => ({
      Send: on.unary(async ({ shard }: typeof send) => ({
        position: 2 ** 40 + shard,
        wasAdded: [true],
        isKnown: true,
      })),
      Ask: on.unary(async ({ question }: typeof ask) => ({ answer: Buffer.from(`${name} ${question}`) })),
      ...siteCalls({ report: async ({ id }) => `${name} ${id}`, pages: async () => null }, on),
    })
    for (const name of ['one', 'two']) {
      const { address } = await serve(named(name))
      expect(await calls.send(address, send)).to.deep.equal({
        position: 2 ** 40 + 1,
        wasAdded: [true],
        isKnown: true,
      })
      expect(Buffer.from(await calls.ask(address, ask)).toString()).to.equal(`${name} batch`)
      expect(await Promise.all(reading(address))).to.deep.equal([`${name} b`, null])
    }
  })

  it('carries commands of almost 4 MiB', async () => {
    const { address } = await serve((on) => ({
      Send: on.unary(async ({ command }: typeof send) => ({
        position: command.length,
        wasAdded: [],
        isKnown: true,
      })),
    }))
    const command = Buffer.alloc(4_194_000, 1)
    expect(await calls.send(address, { shard: 0, command })).to.include({ position: 4_194_000 })
    const tooLarge = calls.send(address, { shard: 0, command: Buffer.alloc(4_200_000) })
    expect(await rejectionOf(tooLarge)).to.include({ code: 'INTERNAL_ERROR' })
  })

  it('says that nobody accepted a call without a connection', async () => {
    const server = await serve(() => ({}))
    await server.close(0)
    const { address } = server
    for (const call of [calls.send(address, send), calls.ask(address, ask), ...reading(address)])
      expect(isNotAccepted(await rejectionOf(call))).to.equal(true)
  })

  it('says that the part has refused a call', async () => {
    const { address } = await serve((on) => ({
      Send: on.unary(() => Promise.reject(notAccepted())),
      Ask: on.unary(() => Promise.reject(notAccepted())),
    }))
    for (const call of [calls.send(address, send), calls.ask(address, ask)])
      expect(isNotAccepted(await rejectionOf(call))).to.equal(true)
  })

  it('lets a question be asked again that was not answered, and leaves open what became of a command', async () => {
    const { address } = await serve((on) => ({
      Send: on.unary(() => Promise.reject(unavailable('log'))),
      Ask: on.unary(() => Promise.reject(unavailable('shard'))),
    }))
    const failures = await Promise.all(
      [calls.send(address, send), calls.ask(address, ask)].map((call) => rejectionOf(call)),
    )
    expect(failures[0]).to.include({ code: 'SERVICE_UNAVAILABLE', message: unavailable('log').message })
    expect(failures.map(isNotAccepted)).to.deep.equal([false, true])
  })

  it('does the same when the connection breaks', async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hanging = (at: number) => () => {
      begun[at]?.resolve()
      return never()
    }
    const server = await serve((on) => ({ Send: on.unary(hanging(0)), Ask: on.unary(hanging(1)) }))
    const relay = await hostRelay(server.address)
    undo.push(() => relay.kill())
    const failed = [calls.send(relay.address, send), calls.ask(relay.address, ask)].map((call) =>
      rejectionOf(call),
    )
    await Promise.all(begun.map(({ promise }) => promise))
    await relay.kill()
    const failures = await Promise.all(failed)
    for (const failure of failures) expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(failures.map(isNotAccepted)).to.deep.equal([false, true])
  })

  it('leaves open what became of a command when the part is shut down', async () => {
    const begun = Promise.withResolvers<void>()
    const hanging = () => {
      begun.resolve()
      return never()
    }
    const server = await serve((on) => ({ Send: on.unary(hanging) }))
    const failed = rejectionOf(calls.send(server.address, send))
    await begun.promise
    const closed = server.close(0)
    await clock.pass(0)
    await closed
    const failure = await failed
    expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(isNotAccepted(failure)).to.equal(false)
  })

  it('gives up a part that does not answer', async () => {
    const begun = Promise.withResolvers<void>()
    const hanging = () => {
      begun.resolve()
      return never()
    }
    const { address } = await serve((on) => ({ Ask: on.unary(hanging) }))
    const failed = rejectionOf(calls.ask(address, ask))
    await begun.promise
    await clock.pass(3000)
    expect(isNotAccepted(await failed)).to.equal(true)
  })

  it('gives a command 15 s and a question 3 s', async () => {
    const deadlines: number[] = []
    const measure = (
      call: { getDeadline(): Date | number },
      answer: (error: null, reply: object) => void,
    ) => {
      deadlines.push(Number(call.getDeadline()))
      answer(null, {})
    }
    const { address } = await serve(() => ({ Send: measure, Ask: measure }))
    await calls.send(address, send)
    await calls.ask(address, ask)
    expect(deadlines.map((deadline) => deadline - Date.now())).to.deep.equal([15_000, 3000])
  })

  it('fails after it was closed', async () => {
    const { address } = await serve(() => ({}))
    calls.close()
    for (const call of [calls.send(address, send), calls.ask(address, ask), ...reading(address)]) {
      const failure = await rejectionOf(call)
      expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(isNotAccepted(failure)).to.equal(false)
    }
  })
})

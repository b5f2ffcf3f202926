import type { Client } from '@grpc/grpc-js'
import { expect } from 'chai'
import { type AnyMethod, checkHealth, noMetadata, unary } from '#shared/adapters/grpc/calls.ts'
import { type Connections, connections } from '#shared/adapters/grpc/connections.ts'
import { batchesService, serviceName } from '#shared/rpc/batches/protocol.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { secret } from '#test/support/parts-secret.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { hostRelay } from './host-relay.ts'

const unserved = Object.fromEntries(Object.keys(batchesService).map((name) => [name, () => undefined]))
const start = (handlers: Record<string, never> = {}) =>
  startGrpcServer({
    secret,
    listen: '127.0.0.1:0',
    services: [
      { name: serviceName, definition: batchesService, implementation: { ...unserved, ...handlers } },
    ],
    maxMessageBytes: 1000,
  })

describe('connections', () => {
  const clock = driveClockInEachTest()
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function serve(handlers?: Record<string, never>): Promise<GrpcServer> {
    const server = await start(handlers)
    undo.push(() => server.close(0))
    return server
  }
  function connect(addresses: string): Connections {
    const opened = connections({ secret, service: 'batches', addresses, maxMessageBytes: 1000 })
    undo.push(() => opened.close())
    return opened
  }
  const soon = () => Date.now() + 5000
  const target = (client: Client) => client.getChannel().getTarget()

  it('uses the connected servers in turn, whatever spaces the list has', async () => {
    const [one, two] = [await serve(), await serve()]
    const servers = connect(` ${one.address} ,, ${two.address}`)
    const all = await Promise.all(servers.each(soon()))
    expect(all.map(target)).to.deep.equal([one.address, two.address].map((address) => `dns:${address}`))
    const used: string[] = []
    for (let call = 0; call < 4; call++) used.push(target(await servers.next(soon())))
    expect(new Set(used.slice(0, 2)).size).to.equal(2)
    expect(used.slice(2)).to.deep.equal(used.slice(0, 2))
  })

  it('leaves out a server that is down', async () => {
    const one = await serve()
    const two = await start()
    await two.close(0)
    const servers = connect(`${two.address},${one.address}`)
    for (let call = 0; call < 3; call++) {
      expect(target(await servers.next(soon()))).to.equal(`dns:${one.address}`)
    }
  })

  it('rejects with SERVICE_UNAVAILABLE long before the deadline if no server is there', async () => {
    const server = await start()
    await server.close(0)
    const began = clock.now()
    const failure = await rejectionOf(connect(server.address).next(Date.now() + 60_000))
    expect(failure).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(clock.now() - began).to.equal(0)
    expect(await rejectionOf(connect('').next(soon()))).to.have.property('code', 'SERVICE_UNAVAILABLE')
  })

  it('rejects half a second after a host began to be silent', async () => {
    const server = await serve()
    const host = await hostRelay(server.address, Number.POSITIVE_INFINITY)
    undo.push(() => host.kill())
    const began = clock.now()
    let endedAt = Number.NaN
    const failed = rejectionOf(connect(host.address).next(Date.now() + 60_000)).finally(() => {
      endedAt = clock.now()
    })
    await clock.eventually(() => !Number.isNaN(endedAt))
    expect(await failed).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(endedAt - began).to.equal(500)
  })

  it('lets a call end that is under way when they are closed', async () => {
    const begun = Promise.withResolvers<() => void>()
    const pause = (_: unknown, answer: (error: null, reply: object) => void) =>
      begun.resolve(() => answer(null, { batch: null }))
    const { address } = await serve({ Pause: pause as never })
    const servers = connect(address)
    const method = batchesService.Pause as AnyMethod
    const call = unary(await servers.next(soon()), method, { id: 'b' }, noMetadata, soon())
    const finish = await begun.promise
    servers.close()
    // A call of another client comes to its end meanwhile.
    await checkHealth(connect(address), 'batches', serviceName, soon())
    finish()
    expect(await call).to.deep.equal({ batch: null })
  })
})

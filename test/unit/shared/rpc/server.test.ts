import { createServer } from 'node:net'
import { Client, credentials } from '@grpc/grpc-js'
import { expect } from 'chai'
import { service as healthService } from 'grpc-health-check'
import { type AnyMethod, noMetadata, unary } from '#shared/adapters/grpc/calls.ts'
import { batchesService, serviceName } from '#shared/rpc/batches/protocol.ts'
import { serviceName as lookups, lookupsService } from '#shared/rpc/lookups/protocol.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const never = () => undefined
const implementation = Object.fromEntries(Object.keys(batchesService).map((name) => [name, never]))
const start = (listen: string, own: Record<string, () => void> = {}) =>
  startGrpcServer({
    secret,
    listen,
    services: [
      { name: serviceName, definition: batchesService, implementation: { ...implementation, ...own } },
      { name: lookups, definition: lookupsService, implementation: {} },
    ],
    maxMessageBytes: 1000,
  })

describe('gRPC server', () => {
  let server: GrpcServer
  let client: Client
  before(async () => {
    server = await start('127.0.0.1:0')
    client = new Client(server.address, credentials.createInsecure(), withSecret)
  })
  after(async () => {
    client.close()
    await server.close(0)
  })

  const check = healthService.Check as AnyMethod
  const ask = (service: string) =>
    unary<{ status: string }>(client, check, { service }, noMetadata, Number.POSITIVE_INFINITY)
  const health = async (service: string) => (await ask(service)).status

  it('answers its address, and reports SERVING', async () => {
    expect(server.address).to.match(/^127\.0\.0\.1:[1-9]\d*$/)
    expect(await Promise.all(['', serviceName, lookups].map(health))).to.deep.equal(Array(3).fill('SERVING'))
  })

  it('reports the status that is set', async () => {
    server.setServing(false)
    expect(await Promise.all(['', serviceName, lookups].map(health))).to.deep.equal(
      Array(3).fill('NOT_SERVING'),
    )
    server.setServing(true)
    expect(await health('')).to.equal('SERVING')
  })

  it('reports what its services need beside them, and nothing from its end on', async () => {
    const other = await start('127.0.0.1:0')
    const caller = new Client(other.address, credentials.createInsecure(), withSecret)
    const reported = async (service: string) =>
      (await unary<{ status: string }>(caller, check, { service }, noMetadata, Number.POSITIVE_INFINITY))
        .status
    const names = [serviceName, 'need.postgres']
    other.setNeed('postgres', false)
    expect(await Promise.all(names.map(reported))).to.deep.equal(Array(2).fill('NOT_SERVING'))
    other.setNeed('postgres', true)
    expect(await Promise.all(names.map(reported))).to.deep.equal(Array(2).fill('SERVING'))
    caller.close()
    await other.close(0)
    other.setNeed('postgres', true)
  })

  it('rejects when the address is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    expect(await rejectionOf(start(`127.0.0.1:${port}`))).to.be.instanceOf(Error)
    taken.close()
  })

  it('aborts running calls after the grace period', async () => {
    const began = Promise.withResolvers<void>()
    const other = await start('127.0.0.1:0', { GetStatus: began.resolve })
    const caller = new Client(other.address, credentials.createInsecure(), withSecret)
    const status = batchesService.GetStatus as AnyMethod
    let isEnded = false
    const call = unary(caller, status, { id: 'x' }, noMetadata, Number.POSITIVE_INFINITY)
    const failed = rejectionOf(call).finally(() => {
      isEnded = true
    })
    await began.promise
    const clock = driveClock()
    try {
      const closed = other.close(60_000)
      await clock.pass(59_999)
      // A call to the other server comes to its end meanwhile.
      await health('')
      expect(isEnded).to.equal(false)
      await clock.pass(1)
      await closed
    } finally {
      clock.stop()
    }
    expect(await failed).to.be.instanceOf(Error)
    caller.close()
  })
})

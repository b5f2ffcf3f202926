import { expect } from 'chai'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import { startBatchesServer } from '#stages/batch/batches-server.ts'
import { emptyBatchesScript, someStatus } from '#test/contract/batches.ts'
import { eventually } from '#test/contract/eventually.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { type GatewayFixture, startGatewayFixture } from '#test/unit/gateway/support/gateway-fixture.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'

const NDJSON = { 'Content-Type': 'application/x-ndjson' }

/** Two gateways with one batch component. */
describe('gateways and the batch component', () => {
  let server: GrpcServer
  let clients: Batches[]
  let gateways: GatewayFixture[]
  let keys: string[]
  let taken: string[]
  let reading: number

  const serve = (listen: string) =>
    startBatchesServer({
      secret,
      listen,
      log: silentLog,
      batches: {
        ...emptyBatchesScript(),
        async submit(_batch, body) {
          let text = ''
          for await (const chunk of body) text += Buffer.from(chunk).toString()
          taken.push(text)
          return someStatus
        },
        status: async ({ id }) => (id === someStatus.id ? someStatus : null),
        async results(_id, { signal }) {
          async function* waiting() {
            reading++
            yield Buffer.from('{"n":1}\n')
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
          }
          return waiting()
        },
      },
    })

  beforeEach(async () => {
    taken = []
    reading = 0
    server = await serve('127.0.0.1:0')
    clients = [0, 1].map(() => grpcBatches({ secret, address: server.address }))
    gateways = await Promise.all(
      clients.map((batches) =>
        startGatewayFixture({ handle: async (work) => resultOf(work, '{}'), batches }),
      ),
    )
    keys = await Promise.all(gateways.map((gateway) => gateway.makeKey(['batch', 'metadata'])))
  })
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    for (const client of clients) client.close()
    await server.close(0)
  })

  const call = (at: number, path: string, more = {}) =>
    (gateways[at] as GatewayFixture).call(keys[at] as string, path, more)
  const submit = (at: number, body: string) => call(at, '/batches', { method: 'POST', headers: NDJSON, body })

  it('share batches: one gateway has those that the other submitted', async () => {
    const bodies = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}\n`.repeat(5000))
    const answers = await Promise.all(bodies.map((body, at) => submit(at % 2, body)))
    expect(answers.map(({ status }) => status)).to.deep.equal(bodies.map(() => 202))
    expect(taken).to.have.members(bodies)
    for (const at of [0, 1]) expect((await call(at, `/batches/${someStatus.id}`)).status).to.equal(200)
  })

  it('go on without it: 503 for batches only, degraded, until it is back', async () => {
    const { address } = server
    await server.close(0)
    for (const answer of [await submit(0, 'https://a.example/'), await call(1, '/batches/x')]) {
      expect([answer.status, answer.json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
      expect(answer.headers).to.include.keys('retry-after')
    }
    const readiness = async (at: number) => {
      const { status, json } = await call(at, '/readyz')
      return [status, json().status, json().missing]
    }
    await eventually(async () => (await readiness(0))[1] === 'degraded')
    expect(await readiness(0)).to.deep.equal([200, 'degraded', ['batches']])
    const page = `/metadata?url=${encodeURIComponent('http://shop.example/')}`
    expect((await call(0, page)).status).to.equal(200)
    server = await serve(address)
    await eventually(async () => (await submit(0, 'https://a.example/')).status === 202)
    await eventually(async () => (await readiness(0))[1] === 'ready')
  })

  it('break off streams of results when they stop', async () => {
    const [gateway] = gateways as [GatewayFixture]
    const answer = await fetch(`${gateway.url}/batches/x/results?follow=true`, {
      headers: { 'X-API-Key': keys[0] as string },
    })
    const read = answer.text().then(
      () => 'ended',
      () => 'broken off',
    )
    await eventually(() => reading > 0)
    await gateway.stop()
    expect(await read).to.equal('broken off')
    gateways.shift()
  })
})

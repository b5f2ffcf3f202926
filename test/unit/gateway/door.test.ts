import { Agent } from 'node:http'
import { expect } from 'chai'
import { type Door, makeDoor } from '#gateway/door.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { httpCall } from './http-call.ts'

describe('door', () => {
  let door: Door
  beforeEach(async () => {
    door = await makeDoor('127.0.0.1', 0)
  })
  afterEach(() => door.close(0))

  it('says where it listens', () => expect(door.url).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/))

  it('tells who comes too early to come again, and that the process lives', async () => {
    const early = await httpCall(door.url, '/metadata')
    expect([early.status, early.json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(early.headers['retry-after']).to.equal(String(early.json().error.details.retry_after))
    expect((await httpCall(door.url, '/readyz')).status).to.equal(503)
    expect((await httpCall(door.url, '/healthz')).status).to.equal(200)
  })

  it('leads inside once it is open', async () => {
    door.open((request, response) => response.end(request.url))
    expect((await httpCall(door.url, '/x')).body.toString()).to.equal('/x')
  })

  it('gives answers that are due before it closes', async () => {
    const answer = Promise.withResolvers<void>()
    const came = Promise.withResolvers<void>()
    door.open(async (_request, response) => {
      came.resolve()
      await answer.promise
      response.end('late')
    })
    const agent = new Agent({ keepAlive: true })
    const waiting = httpCall(door.url, '/', { agent })
    await came.promise
    const closing = door.close(60_000)
    answer.resolve()
    expect((await waiting).body.toString()).to.equal('late')
    await closing
    agent.destroy()
    expect(await rejectionOf(httpCall(door.url, '/'))).to.have.property('code', 'ECONNREFUSED')
  })

  it('does not wait for ever for an answer', async () => {
    const came = Promise.withResolvers<void>()
    door.open(() => came.resolve())
    const waiting = rejectionOf(httpCall(door.url, '/'))
    await came.promise
    await door.close(20)
    expect(await waiting).to.be.instanceOf(Error)
    await door.close(20)
  })

  it('can not stand where another one stands', async () => {
    const { port } = new URL(door.url)
    expect(await rejectionOf(makeDoor('127.0.0.1', Number(port)))).to.have.property('code', 'EADDRINUSE')
  })
})

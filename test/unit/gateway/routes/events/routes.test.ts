import { expect } from 'chai'
import { revokeKey } from '#gateway/access/api-keys.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type EventStream, openEvents } from '#test/support/service/event-stream.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { withDrivenGateway } from '../../support/driven-gateway.ts'
import {
  type GatewayFixture,
  type GatewayFixtureOptions,
  startGatewayFixture,
} from '../../support/gateway-fixture.ts'
import { outcomes } from './event-records.ts'

const options: GatewayFixtureOptions = { handle: async (work) => resultOf(work, '{}') }

describe('GET /events', () => {
  let gateway: GatewayFixture
  let key: string
  const open: EventStream[] = []
  before(async () => {
    gateway = await startGatewayFixture(options)
    key = await gateway.makeKey(['batch'])
    await gateway.embedded.log.append([
      ...outcomes('result.metadata', 3),
      ...outcomes('result.seo-audit', 2),
      ...outcomes('inspection.failed', 1),
    ])
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave()
  })
  after(() => gateway.stop())

  async function stream(query: string, headers: Readonly<Record<string, string>> = {}) {
    const opened = await openEvents(`${gateway.url}/events${query}`, { 'x-api-key': key, ...headers })
    open.push(opened)
    return opened
  }

  async function subjects(query: string, headers = {}): Promise<string[]> {
    const { events, ended } = await stream(`?follow=false${query}`, headers)
    await ended
    return events().map(({ subject }) => subject)
  }

  it('requires a key with the scope batch, with errors of shape C', async () => {
    const cases = [
      [null, 401, 'INVALID_API_KEY'],
      [await gateway.makeKey(['metadata']), 403, 'INSUFFICIENT_PERMISSIONS'],
    ] as const
    for (const [caller, status, code] of cases) {
      const answer = await gateway.call(caller, '/events')
      expect([answer.status, answer.json().success, answer.json().error.code]).to.deep.equal([
        status,
        false,
        code,
      ])
    }
  })

  it('is NDJSON by default and stays open', async () => {
    const { status, headers, events } = await stream('')
    expect([status, headers['content-type']]).to.deep.equal([200, 'application/x-ndjson'])
    expect(headers).to.include({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    await eventually(() => events().length === 6)
    await gateway.embedded.log.append(outcomes('result.snapshot', 1))
    await eventually(() => events().length === 7)
  })

  it('answers at once without any event', async () => {
    const { status, text } = await stream('?after=end')
    await eventually(() => text() === '\n')
    expect(status).to.equal(200)
  })

  it('is a stream of server-sent events for a client that accepts that', async () => {
    const { headers, text } = await stream('', { accept: 'text/event-stream' })
    expect(headers['content-type']).to.match(/^text\/event-stream\b/)
    expect(headers.vary).to.match(/\bAccept\b/)
    await eventually(() => text().split('\n\n').length > 6)
    expect(text()).to.match(/^id: \S+\nevent: result\.\S+\.v1\ndata: \{.+\}\n\n/)
  })

  it('sends each event when it comes, also compressed', async () => {
    for (const accept of ['application/x-ndjson', 'text/event-stream']) {
      const { headers, text } = await stream('?after=end', { accept, 'accept-encoding': 'gzip' })
      expect(headers['content-encoding']).to.equal('gzip')
      await eventually(() => text().length > 0)
      await gateway.embedded.log.append(outcomes('result.performance', 1))
      await eventually(() => text().includes('result.performance 0'))
    }
  })

  it('has the requested topics', async () => {
    expect(await subjects('&topics=result.metadata')).to.have.length(3)
    expect(await subjects('&topics=result.seo*,inspection.failed')).to.deep.equal([
      'result.seo-audit 0',
      'result.seo-audit 1',
      'inspection.failed 0',
    ])
    expect(await subjects('&topics=inspection.*')).to.have.length(1)
  })

  it('resumes behind the cursor, also by Last-Event-ID', async () => {
    const { events, ended } = await stream('?follow=false&topics=result.metadata')
    await ended
    const cursor = events()[1]?.cursor ?? ''
    expect(await subjects(`&topics=result.metadata&after=${cursor}`)).to.deep.equal(['result.metadata 2'])
    const again = await subjects('&topics=result.metadata&after=end', { 'last-event-id': cursor })
    expect(again).to.deep.equal(['result.metadata 2'])
    expect(await subjects('&after=end')).to.deep.equal([])
  })

  for (const accept of ['application/x-ndjson', 'text/event-stream']) {
    it(`has the cursor of the start of a stream of ${accept}, for a reader without events`, async () => {
      const query = '?topics=result.snapshot&after=end'
      const { headers, text } = await stream(query, { accept })
      const cursor = String(headers['x-events-cursor'])
      const silence = accept === 'text/event-stream' ? `:\nid: ${cursor}\n\n` : '\n'
      await eventually(() => text().length > 0)
      expect(text()).to.equal(silence)
      await gateway.embedded.log.append(outcomes('result.snapshot', 1, 7))
      expect(await subjects(`&topics=result.snapshot&after=${cursor}`)).to.deep.equal(['result.snapshot 7'])
    })
  }

  it('lists the topics whose events behind the cursor are deleted', async () => {
    const { headers } = await stream('?follow=false&after=1.0.zz')
    expect(headers['x-events-missed']).to.equal('result.metadata')
  })

  for (const [query, parameter] of [
    ['topics=', 'topics'],
    ['topics=page.fetched.batch', 'topics'],
    ['topics=result.metadata,dead-letter', 'topics'],
    ['topics=result.metadata&topics=inspection.failed', 'topics'],
    ['after=begin', 'after'],
    ['after=1.%20', 'after'],
    ['follow=1', 'follow'],
    ['since=1', 'since'],
  ] as const) {
    it(`rejects ${query}`, async () => {
      const { status, json } = await gateway.call(key, `/events?${query}`)
      expect(status).to.equal(400)
      expect(json().error).to.include({ code: 'VALIDATION_ERROR' })
      expect(json().error.details).to.include({ parameter })
    })
  }

  it('rejects a Last-Event-ID that is not a cursor', async () => {
    const { status } = await gateway.call(key, '/events', { headers: { 'last-event-id': '7' } })
    expect(status).to.equal(400)
  })

  it('ends within 10 s when its key is revoked, and goes on for others', () =>
    withDrivenGateway(options, async (driven, clock) => {
      const [its, others] = [await driven.makeKey(['batch']), await driven.makeKey(['batch'])]
      const follow = (by: string) => openEvents(`${driven.url}/events?after=end`, { 'x-api-key': by })
      const [revoked, other] = [await follow(its), await follow(others)]
      await revokeKey(driven.embedded.store, its.split('_')[1] ?? '')
      await clock.pass(10_000)
      await revoked.ended
      expect((await driven.call(its, '/events')).status).to.equal(401)
      await driven.embedded.log.append(outcomes('result.snapshot', 1, 8))
      await clock.pass(1000)
      await eventually(() => other.text().includes('result.snapshot 8'))
      other.leave()
    }))

  it('answers HEAD', async () => {
    const { status, body } = await gateway.call(key, '/events', { method: 'HEAD' })
    expect([status, body.length]).to.deep.equal([200, 0])
  })

  it('ends when the gateway stops', async () => {
    const other = await startGatewayFixture(options)
    const its = await other.makeKey(['batch'])
    const { ended } = await openEvents(`${other.url}/events`, { 'x-api-key': its })
    await other.stop()
    await ended
  })
})

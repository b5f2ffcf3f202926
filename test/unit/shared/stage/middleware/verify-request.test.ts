import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { describeRequest, requestRecord } from '#shared/messages/events/inspection-requested.ts'
import { sealRecord, withLease } from '#shared/messages/events/seal.ts'
import type { WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import {
  FORGED_ITEM_ID,
  makeRequestVerifier,
  verifyRequests,
} from '#shared/stage/middleware/verify-request.ts'
import type { Attempt, Step } from '#shared/stage/middleware.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { attemptOf } from '../attempt.ts'

const ITEM = '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00.3'

function request(id: string, tenant?: string): NewRecord {
  const parameters = { url: 'http://a.example/' }
  return requestRecord({
    ...{ id, operation: 'metadata', lane: 'batch', parameters, url: parameters.url },
    ...{ expiresAt: null, traceparent: null, timing: '' },
    ...(tenant !== undefined && { tenant }),
  })
}

function read({ topic, key, value, headers }: NewRecord): { record: LogRecord; event: CloudEvent } {
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
  const record = {
    ...{ topic, partition: 0, offset: 0, timestamp: 0, headers: Object.fromEntries(bytes) },
    ...{ key: Buffer.from(key ?? ''), value: Buffer.from(value ?? '') },
  }
  const decoded = fromRecord(record)
  if ('reason' in decoded) throw new Error(decoded.reason)
  return { record, event: decoded.event }
}

describe('RequestVerifier', () => {
  const clock = driveClockInEachTest()
  let asked: number
  let stored: string | null
  beforeEach(() => {
    asked = 0
    stored = 'the secret'
  })
  const store = {
    async get() {
      asked += 1
      return stored
    },
  }
  const judged = (record: NewRecord, origins = makeRequestVerifier(store)) => {
    const { record: one, event } = read(record)
    return origins.verify(one, event)
  }

  it('accepts the id and tenant of a sealed item', async () => {
    const event = await judged(sealRecord(request(ITEM, 'owner'), 'the secret'))
    expect([event?.id, event?.attributes.tenant]).to.deep.equal([ITEM, 'owner'])
    expect((await judged(sealRecord(request(ITEM), 'the secret')))?.id).to.equal(ITEM)
  })

  it('accepts the manners of a sealed item, and drops those of others', async () => {
    const withPoliteness = (id: string) => {
      const plain = request(id)
      return { ...plain, headers: { ...plain.headers, ce_politeness: 'delay=0;unthrottled' } }
    }
    const own = await judged(sealRecord(withPoliteness(ITEM), 'the secret'))
    expect(own?.attributes.politeness).to.equal('delay=0;unthrottled')
    const others = await judged(withPoliteness('order-7'))
    expect(others?.id).to.equal('order-7')
    expect(others?.attributes).to.not.have.property('politeness')
    // The seals of another record of the item do not cover them.
    const { pp_origin } = sealRecord(request(ITEM), 'the secret').headers
    const copied = withPoliteness(ITEM)
    expect(await judged({ ...copied, headers: { ...copied.headers, pp_origin: pp_origin ?? '' } })).to.equal(
      null,
    )
  })

  it('accepts the sealed number of a release', async () => {
    const origins = makeRequestVerifier(store)
    const lease = (record: NewRecord) => {
      const { record: one, event } = read(record)
      return origins.lease(one, event)
    }
    expect(await lease(request('x'))).to.equal(1)
    for (const id of [ITEM, 'x', 'a\nb']) {
      expect(await lease(withLease(request(id), id, 12, 'the secret'))).to.equal(12)
      expect(await lease(withLease(request(id), id, 1, 'the secret'))).to.equal(1)
    }
    const { headers } = withLease(request('x'), 'x', 12, 'the secret')
    const seal = String(headers.pp_lease).slice(3)
    for (const shown of [
      `13.${seal}`,
      `012.${seal}`,
      `12.${seal.slice(1)}`,
      '12.',
      '12',
      `${seal}`,
      '-2.x',
    ]) {
      const forged = { ...request('x'), headers: { ...headers, pp_lease: shown } }
      expect([shown, await lease(forged)]).to.deep.equal([shown, 1])
    }
    expect(
      await lease({ ...request('y'), headers: { ...request('y').headers, ...{ pp_lease: `12.${seal}` } } }),
    ).to.equal(1)
    expect(await lease(withLease(request('x'), 'x', 12, 'another secret'))).to.equal(1)
  })

  it('rejects an unsealed record with the id of an item', async () => {
    const own = sealRecord(request(ITEM, 'owner'), 'the secret')
    const seal = own.headers.pp_origin ?? ''
    const other = request(ITEM.replace('.3', '.4'), 'owner')
    const another = request(ITEM, 'another')
    for (const forged of [
      request(ITEM),
      request(ITEM, 'owner'),
      sealRecord(request(ITEM, 'owner'), 'another secret'),
      { ...other, headers: { ...other.headers, pp_origin: seal } },
      { ...another, headers: { ...another.headers, pp_origin: seal } },
      { ...own, headers: { ...own.headers, pp_origin: '' } },
    ]) {
      expect(await judged(forged)).to.equal(null)
    }
  })

  it('removes an unsealed tenant, and keeps the other attributes of external producers', async () => {
    const forged = await judged(request('order-1', 'owner'))
    expect(forged?.id).to.equal('order-1')
    expect(forged?.attributes).not.to.have.property('tenant')
    const { record, event } = read(request('order-1.7'))
    expect(await makeRequestVerifier(store).verify(record, event)).to.equal(event)
  })

  it('reads the secret once while it matches, and again after it changed', async () => {
    const origins = makeRequestVerifier(store)
    for (let n = 0; n < 5; n++) await judged(sealRecord(request(ITEM), 'the secret'), origins)
    expect(asked).to.equal(1)
    await judged(request(ITEM), origins)
    expect(asked).to.equal(1)
  })

  it('reads a secret that does not match again, but once in a second', async () => {
    const origins = makeRequestVerifier(store)
    const forged = sealRecord(request(ITEM), 'another secret')
    for (let n = 0; n < 3; n++) expect(await judged(forged, origins)).to.equal(null)
    expect(asked).to.equal(1)
    await clock.pass(999)
    await judged(forged, origins)
    expect(asked).to.equal(1)
    await clock.pass(1)
    await judged(forged, origins)
    expect(asked).to.equal(2)
  })

  it('accepts no seal for 30 s after the store lost the secret, and then takes it for forged', async () => {
    stored = null
    const verdicts: unknown[] = []
    void judged(sealRecord(request(ITEM), 'the secret')).then((event) => verdicts.push(event))
    await clock.pass(29_999)
    expect(verdicts).to.deep.equal([])
    await clock.pass(1)
    expect(verdicts).to.deep.equal([null])
  })

  it('accepts a seal as soon as the store has the secret again', async () => {
    stored = null
    const began = clock.now()
    const verdict = judged(sealRecord(request(ITEM), 'the secret'))
    await clock.pass(10_000)
    stored = 'the secret'
    expect((await clock.run(verdict))?.id).to.equal(ITEM)
    expect(clock.now() - began).to.be.at.most(11_000)
  })

  it('does not wait when the store has the secret', async () => {
    // Another try would follow after 250 ms.
    const verdicts: unknown[] = []
    void judged(sealRecord(request(ITEM), 'the secret')).then((event) => verdicts.push(event?.id))
    for (let turns = 0; turns < 5; turns++) await turn()
    expect(verdicts).to.deep.equal([ITEM])
  })

  describe('as middleware', () => {
    const forged = { ...attemptOf(['x', 'batch']), ...read(request(ITEM, 'owner')) }
    const passed = async (input: WorkStep, attempt: Attempt) => {
      const handed: Attempt[] = []
      const next: Step = async (one) => {
        handed.push(one)
        return { next: [] }
      }
      const effect = await verifyRequests(input, makeRequestVerifier(store), describeRequest)(next)(attempt)
      return { effect, handed }
    }

    it('makes a forged item of the batch lane a dead letter', async () => {
      const { effect, handed } = await passed('inspection.requested', forged)
      expect(effect).to.deep.equal({ deadLetter: FORGED_ITEM_ID })
      expect(handed).to.deep.equal([])
    })

    it('hands on an external request without the tenant that it claims', async () => {
      const claims = { ...attemptOf(['x', 'batch']), ...read(request('order-1', 'owner')) }
      const { handed } = await passed('inspection.requested', claims)
      expect(handed.map(({ event, inspection }) => [event.id, inspection.tenant])).to.deep.equal([
        ['order-1', undefined],
      ])
    })

    it('leaves interactive requests and later steps as they are', async () => {
      const interactive = { ...forged, lane: 'interactive' as const }
      expect((await passed('inspection.requested', interactive)).handed).to.deep.equal([interactive])
      expect((await passed('page.fetched', forged)).handed).to.deep.equal([forged])
      expect(asked).to.equal(0)
    })
  })
})

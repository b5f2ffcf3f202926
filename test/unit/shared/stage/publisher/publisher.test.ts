import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { failureOutcome, type Outcome, resultOutcome } from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import { makePublisher, type Publisher } from '#shared/stage/publisher.ts'
import { inspectionRecordFromText } from '#shared/store/inspection-record.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { PUBLIC_URL } from '../toy-stage.ts'

const LIMIT = 256 * 1024

const inspection = (id: string, lane: Lane = 'interactive'): Inspection => ({
  id,
  operation: 'metadata',
  lane,
  parameters: { url: 'http://shop.example/' },
  url: 'http://shop.example/',
  expiresAt: null,
  traceparent: null,
  timing: '',
})

/** A result whose event's value has exactly so many bytes. */
function resultOfBytes(one: Inspection, bytes: number): Outcome {
  const empty = Buffer.byteLength(resultOutcome(one, '""').json)
  return resultOutcome(one, JSON.stringify('x'.repeat(bytes - empty)))
}

describe('publisher', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let results: readonly LogRecord[]
  let failed: readonly LogRecord[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
    failed = await embedded.watch('inspection.failed')
  })
  afterEach(() => embedded.close())

  function publisherOver(objects: ObjectStore = embedded.objects): Publisher {
    const { log, store } = embedded
    return makePublisher({
      log,
      store,
      objects,
      publicUrl: () => PUBLIC_URL,
      batchResultTtl: 600,
      outcomeTtl: 3600,
    })
  }

  const recordOf = async (id: string) =>
    inspectionRecordFromText((await embedded.store.get(`inspection:${id}`)) ?? '')

  it('records the end of a batch request after its outcome is in the log', async () => {
    const one = { ...inspection('one', 'batch'), tenant: 'a'.repeat(32) }
    const publisher = publisherOver()
    const { append } = embedded.log
    const before: (string | null)[] = []
    embedded.log.append = async (records) => {
      before.push(await embedded.store.get('inspection:one'))
      return append(records)
    }
    await publisher.complete(one, resultOutcome(one, '{}'))
    expect(before).to.deep.equal([null])
    const { digest, ...noted } = await recordOf('one')
    const known = { owner: null, operation: null, url: '', ended: true, tenant: one.tenant }
    expect(noted).to.deep.equal(known)
    expect(digest).to.match(/^[\w-]{12}$/)
  })

  describe('of a batch request whose outcome the store has dropped', () => {
    const one = inspection('one', 'batch')
    const conclude = (json: string, timing = '') =>
      publisherOver().complete({ ...one, timing }, resultOutcome({ ...one, timing }, json))
    const admitted = (lease: number) =>
      checkDuplicate(embedded.store, { inspection: one, position: `t/0/${lease}`, lease })
    beforeEach(async () => {
      await admitted(1)
      await conclude('"first"')
      await embedded.store.delete('outcome:one')
    })

    it('publishes no other outcome, and stores none', async () => {
      expect(await conclude('"second"')).to.equal(false)
      await clock.until(() => results.length === 1)
      expect(await embedded.store.get('outcome:one')).to.equal(null)
    })

    it('publishes the same outcome again, whatever its timing', async () => {
      await conclude('"first"', 'fetch;dur=1')
      await clock.until(() => results.length === 2)
      expect(results.map(({ value }) => JSON.parse(String(value)).result)).to.deep.equal(['first', 'first'])
    })

    it('publishes the outcome of a repeated release', async () => {
      expect(await admitted(2)).to.equal('work')
      await conclude('"second"')
      await clock.until(() => results.length === 2)
      expect(await recordOf('one')).to.include({ ended: true, lease: 2 })
      expect(await admitted(2)).to.equal('drop')
    })
  })

  it('lets the first outcome win: a later failure publishes the result again, byte for byte', async () => {
    const publisher = publisherOver()
    const one = inspection('one')
    await publisher.complete(one, resultOutcome(one, '{"title":"ü"}'))
    await publisher.complete(one, failureOutcome(one, 'fetch', new Failure('TIMEOUT', 'late')))
    await clock.until(() => results.length === 2)
    const [first, second] = results
    expect(second?.headers.ce_id).to.deep.equal(first?.headers.ce_id)
    expect(first?.headers.ce_id?.toString()).not.to.equal('')
    expect(second?.value).to.deep.equal(first?.value)
    expect(second?.key).to.deep.equal(first?.key)
    expect(failed).to.deep.equal([])
  })

  it('gives outcomes sequences of equal length that grow, and repeats the sequence of the first', async () => {
    const publisher = publisherOver()
    for (const id of ['one', 'two', 'one', 'three'])
      await publisher.complete(inspection(id), resultOutcome(inspection(id), '1'))
    await clock.until(() => results.length === 4)
    const sequences = results.map(({ headers }) => String(headers.ce_sequence))
    const [one = '', two = '', again, three = ''] = sequences
    expect(sequences.every((digits) => /^\d{16}$/.test(digits))).to.equal(true)
    expect(again).to.equal(one)
    expect([three, one, two].toSorted()).to.deep.equal([one, two, three])
  })

  it('lets the first outcome win among processes that end the inspection at once', async () => {
    const publishers = Array.from({ length: 5 }, () => publisherOver())
    const one = inspection('one', 'batch')
    await Promise.all(
      publishers.map((publisher, index) => publisher.complete(one, resultOutcome(one, String(index)))),
    )
    await clock.until(() => results.length === 5)
    expect(new Set(results.map(({ value }) => value?.toString())).size).to.equal(1)
    expect(new Set(results.map(({ headers }) => headers.ce_id?.toString())).size).to.equal(1)
  })

  it('keeps the outcome of a batch request for its own time, and any other for a day', async () => {
    const ttls: (number | null)[] = []
    const { claim } = embedded.store
    embedded.store.claim = (key, value, ttl) => {
      ttls.push(ttl)
      return claim(key, value, ttl)
    }
    for (const one of [inspection('one', 'batch'), inspection('two')])
      await publisherOver().complete(one, resultOutcome(one, '1'))
    expect(ttls).to.deep.equal([600, 86_400])
  })

  it('counts the stored bytes of an owner before it publishes the outcome', async () => {
    const counted = Promise.withResolvers<number>()
    const counts: number[] = []
    embedded.store.increment = (_, by) => {
      counts.push(by)
      return counted.promise
    }
    const one = { ...inspection('one'), tenant: 'a'.repeat(32) }
    let appends = 0
    const { append } = embedded.log
    embedded.log.append = (records) => {
      appends += 1
      return append(records)
    }
    const completed = publisherOver().complete(one, resultOutcome(one, '1'), { storedBytes: 12 })
    await clock.until(() => counts.length === 1)
    expect([counts, appends]).to.deep.equal([[12], 0])
    counted.resolve(12)
    await completed
    expect(appends).to.equal(1)
  })

  it('tells the gateways of the end of interactive work, in the same append as its event', async () => {
    const { log, store, objects } = embedded
    const appends: string[][] = []
    const append: typeof log.append = (records) => {
      appends.push(records.map(({ topic }) => topic))
      return log.append(records)
    }
    const options = { log: { ...log, append }, store, objects, publicUrl: () => PUBLIC_URL }
    const { complete } = makePublisher({ ...options, batchResultTtl: 600, outcomeTtl: 3600 })
    const [one, batch] = [inspection('one'), inspection('two', 'batch')]
    await complete(one, failureOutcome(one, 'fetch', new Failure('TIMEOUT', 'late')))
    await complete(batch, resultOutcome(batch, '1'))
    expect(appends).to.deep.equal([['inspection.failed', 'ended.interactive'], ['result.metadata']])
  })

  it('answers whether the outcome ended the inspection', async () => {
    const one = inspection('one')
    const first = await publisherOver().complete(one, resultOutcome(one, '1'))
    expect([first, await publisherOver().complete(one, resultOutcome(one, '2'))]).to.deep.equal([true, false])
  })

  it('gives the events of different inspections different ids', async () => {
    const publisher = publisherOver()
    for (const id of ['one', 'two'])
      await publisher.complete(inspection(id), resultOutcome(inspection(id), '1'))
    await clock.until(() => results.length === 2)
    expect(new Set(results.map(({ headers }) => headers.ce_id?.toString())).size).to.equal(2)
  })

  it('sends a value of 256 KiB in the event', async () => {
    const one = inspection('one')
    await publisherOver().complete(one, resultOfBytes(one, LIMIT))
    await clock.until(() => results.length === 1)
    expect(results[0]?.value?.length).to.equal(LIMIT)
    expect(results[0]?.headers).not.to.have.property('ce_dataref')
  })

  it('sends a larger value by reference, under the hash of its bytes, with a small one in its place', async () => {
    const one = inspection('one')
    const outcome = resultOfBytes(one, LIMIT + 1)
    await publisherOver().complete(one, outcome)
    await clock.until(() => results.length === 1)
    const hash = createHash('sha256').update(outcome.json).digest('hex')
    const dataref = `${PUBLIC_URL}/bodies/${hash}.json`
    const { operation, parameters, url } = one
    expect(JSON.parse(String(results[0]?.value))).to.deep.equal({
      ...{ operation, parameters, url, dataref },
      bytes: LIMIT + 1,
    })
    expect(results[0]?.headers.ce_dataref?.toString()).to.equal(dataref)
    const stored = await embedded.objects.get(`bodies/${hash}.json`)
    expect(stored?.body.toString()).to.equal(outcome.json)
    expect(stored?.contentType).to.equal('application/json')
  })

  it('lets batch work wait for the object store, and rejects interactive work', async () => {
    let isAway = true
    const put: ObjectStore['put'] = (...object) =>
      isAway ? Promise.reject(unavailable('objects')) : embedded.objects.put(...object)
    const publisher = publisherOver({ ...embedded.objects, put })
    const [batch, interactive] = [inspection('one', 'batch'), inspection('two')]
    const waiting = publisher.complete(batch, resultOfBytes(batch, LIMIT + 1))
    const began = clock.now()
    const answer = rejectionOf(publisher.complete(interactive, resultOfBytes(interactive, LIMIT + 1)))
    expect(await clock.run(answer)).to.deep.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(clock.now() - began).to.equal(1000)
    await clock.pass(60_000)
    isAway = false
    await clock.run(waiting)
    await clock.until(() => results.length === 1)
  })

  it('waits for the log, since the work is done', async () => {
    let refusals = 2
    const log = {
      ...embedded.log,
      append: (records: Parameters<typeof embedded.log.append>[0]) =>
        refusals-- > 0 ? Promise.reject(unavailable('log')) : embedded.log.append(records),
    }
    const { store, objects } = embedded
    const publisher = makePublisher({
      log,
      store,
      objects,
      publicUrl: () => PUBLIC_URL,
      batchResultTtl: 600,
      outcomeTtl: 3600,
    })
    const one = inspection('one')
    await clock.run(publisher.complete(one, resultOutcome(one, '1')))
    await clock.until(() => results.length === 1)
  })

  it('appends nothing when there is nothing', async () => {
    const log = { ...embedded.log, append: () => Promise.reject(new Error('was asked')) }
    const { store, objects } = embedded
    await makePublisher({
      log,
      store,
      objects,
      publicUrl: () => PUBLIC_URL,
      batchResultTtl: 600,
      outcomeTtl: 3600,
    }).append([])
  })

  it('does not retry an unexpected error', async () => {
    const log = { ...embedded.log, append: () => Promise.reject(new RangeError('too large')) }
    const { store, objects } = embedded
    const publisher = makePublisher({
      log,
      store,
      objects,
      publicUrl: () => PUBLIC_URL,
      batchResultTtl: 600,
      outcomeTtl: 3600,
    })
    const one = inspection('one')
    expect(await rejectionOf(publisher.complete(one, resultOutcome(one, '1')))).to.be.instanceOf(RangeError)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionFromEvent } from '#shared/messages/events/inspection.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { outcomeToText } from '#shared/messages/events/outcome.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { checkDuplicate, deduplicate } from '#shared/stage/middleware/deduplicate.ts'
import {
  type BatchRecord,
  batchRecordToText,
  inspectionRecordFromText,
} from '#shared/store/inspection-record.ts'
import { inspectionKey, outcomeKey } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { manualLog, position, record } from '../../consumer/manual-log.ts'
import { attemptOf } from '../attempt.ts'
import { requestOf, resultOf, runToyStage } from '../toy-stage.ts'

describe('deduplication', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let consumer: Consumer | null
  let results: readonly LogRecord[]
  beforeEach(async () => {
    consumer = null
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
  })
  afterEach(async () => {
    await consumer?.drain(0)
    await embedded.close()
  })

  const isCommitted = async () => {
    const [lag] = await embedded.log.lag('toy.batch', ['inspection.requested.batch'])
    return lag?.records === 0
  }

  it('makes one inspection of two requests with the same id: the first wins', async () => {
    consumer = await runToyStage(embedded, async (work) => {
      await sleep(20)
      return resultOf(work, JSON.stringify(describeRequest(work.event, work.lane).url))
    })
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/3']
    await embedded.log.append(urls.map((url) => requestOf('same', 'batch', { url })))
    await embedded.log.append([requestOf('other', 'batch')])
    await clock.until(isCommitted)
    await embedded.log.append([requestOf('same', 'batch', { url: 'http://c.example/4' })])
    await clock.until(isCommitted)
    const same = results.filter(({ headers }) => headers.ce_subject?.toString() === 'same')
    expect(same).to.have.length(1)
    expect(JSON.parse(same[0]?.value?.toString() ?? '').result).to.equal('http://a.example/1')
    expect(results).to.have.length(2)
  })

  it('lets a redelivery or another attempt pass', async () => {
    let tries = 0
    consumer = await runToyStage(embedded, async (work) => {
      tries += 1
      if (tries === 1) throw new Error('a defect')
      return resultOf(work, '1')
    })
    await embedded.log.append([requestOf('one', 'batch')])
    await clock.until(() => results.length === 1)
  })

  it('decides by the log position', async () => {
    const [{ store }, inspection] = [embedded, describeRequest({ ...event, id: 'x' }, 'batch')]
    const at = (position: string) => checkDuplicate(store, { inspection, position, lease: 1 })
    expect(await at('t/0/5')).to.equal('work')
    expect(await at('t/0/6')).to.equal('drop')
    expect(await at('t/1/5')).to.equal('drop')
    expect(await at('t/0/5')).to.equal('work')
  })

  it('recognizes a position whatever text a header holds', async () => {
    const [{ store }, inspection] = [embedded, describeRequest({ ...event, id: 'x' }, 'batch')]
    const at = (position: string) => checkDuplicate(store, { inspection, position, lease: 1 })
    const odd = 'a b\n'.repeat(100_000)
    expect(await at(odd)).to.equal('work')
    expect(await at(odd)).to.equal('work')
    expect(await at(`${odd}!`)).to.equal('drop')
    expect((await store.get(inspectionKey('x')))?.length).to.be.below(200)
  })

  it('reads records of former versions', async () => {
    const [{ store }, inspection] = [embedded, describeRequest({ ...event, id: 'x' }, 'batch')]
    const at = (position: string) => checkDuplicate(store, { inspection, position, lease: 1 })
    const former = { owner: null, operation: 'metadata', url: '', position: 'inspection.requested.batch/0/5' }
    await store.set(inspectionKey('x'), JSON.stringify(former), 60)
    expect(await at('inspection.requested.batch/0/5')).to.equal('work')
    expect(await at('inspection.requested.batch/0/6')).to.equal('drop')
    const ended = { owner: null, operation: 'metadata', url: '', ended: true }
    await store.set(inspectionKey('x'), JSON.stringify(ended), 60)
    expect(await at('inspection.requested.batch/0/5')).to.equal('drop')
  })

  describe('of repeated releases', () => {
    const tenant = '0123456789abcdef'.repeat(2)
    const asked = (lease: number, position = `t/0/${lease}`) =>
      checkDuplicate(embedded.store, { inspection: { id: 'x', tenant }, position, lease })
    const outcome = { topic: 'result.metadata', timing: '', json: '{}', dataref: null }
    const end = (more: BatchRecord) =>
      embedded.store.set(inspectionKey('x'), batchRecordToText({ tenant, ended: true, ...more }), 60)

    it('lets a later release replace all before it', async () => {
      expect([await asked(1), await asked(2), await asked(1), await asked(2)]).to.deep.equal([
        'work',
        'work',
        'drop',
        'work',
      ])
      expect(await asked(2, 't/0/9')).to.equal('drop')
      expect(await asked(4)).to.equal('work')
      expect(await asked(3)).to.equal('drop')
    })

    it('continues when the store has lost the record', async () => {
      expect(await asked(3)).to.equal('work')
      expect(await asked(2)).to.equal('drop')
    })

    it('publishes an existing outcome again, and repeats the work without one', async () => {
      await asked(1)
      await embedded.store.set(outcomeKey('x'), outcomeToText(outcome), 60)
      expect(await asked(2)).to.deep.equal({ outcome })
      await end({ digest: 'abc' })
      expect(await asked(2)).to.deep.equal({ outcome })
      expect(await asked(1)).to.equal('drop')
      await embedded.store.delete(outcomeKey('x'))
      expect(await asked(1)).to.equal('drop')
      expect(await asked(2)).to.equal('work')
      expect(inspectionRecordFromText((await embedded.store.get(inspectionKey('x'))) ?? '')).to.deep.equal({
        ...{ owner: null, operation: null, url: '', tenant, position: 't/0/2', lease: 2, digest: 'abc' },
      })
    })

    it('drops a redelivery of a release that has ended', async () => {
      await asked(2)
      await end({ digest: 'abc', lease: 2 })
      expect(await asked(2)).to.equal('drop')
    })
  })

  it('publishes an existing outcome at each attempt, and does no work', async () => {
    const { store } = embedded
    await store.set(inspectionKey('x'), batchRecordToText({ ended: true }), 60)
    const outcome = { topic: 'result.metadata', timing: '', json: '{"result":1}', dataref: null }
    await store.set(outcomeKey('x'), outcomeToText(outcome), 60)
    const verifier = { lease: async () => 2 }
    const options = { input: 'inspection.requested', store, batchResultTtl: 600, verifier } as const
    const step = deduplicate(options)(() => Promise.reject(new Error('the work was repeated')))
    const attempt = attemptOf(['x', 'batch'])
    for (const _ of [1, 2]) {
      const effect = await step(attempt)
      expect('next' in effect && effect.next.map(({ value }) => value)).to.deep.equal(['{"result":1}'])
    }
  })

  it('asks about a later stage once half of the time has passed for which the store keeps the outcome', async () => {
    await embedded.store.set(inspectionKey('x'), batchRecordToText({ ended: true }), 60)
    const verifier = { lease: async () => 1 }
    const options = { input: 'page.fetched', store: embedded.store, batchResultTtl: 20, verifier } as const
    const step = deduplicate(options)(async () => ({ next: [] }))
    const aged = (ms: number) => {
      const attempt = attemptOf(['x', 'batch'])
      return step({ ...attempt, record: { ...attempt.record, timestamp: Date.now() - ms } })
    }
    expect(await aged(5000)).to.deep.equal({ next: [] })
    expect(await aged(11_000)).to.deep.equal({ done: 'duplicate', code: null })
  })

  it('drops an old record of a later stage whose inspection has ended', async () => {
    const log = manualLog()
    const done: string[] = []
    consumer = await runToyStage(
      { ...embedded, log: log.log },
      async ({ event: { subject } }) => {
        done.push(subject)
        return { next: [] }
      },
      { input: 'page.fetched', describe: inspectionFromEvent },
    )
    const topic = 'page.fetched.batch'
    const fetched = (offset: number, id: string, timestamp: number): LogRecord => {
      const named = { id: `${id}:fetched`, source: '/x', type: 'page.fetched.v1', subject: id }
      const { headers } = toRecord(topic, { ...event, ...named })
      const bytes = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)])
      return { ...record(offset, { topic }), headers: Object.fromEntries(bytes), timestamp }
    }
    for (const id of ['old', 'young']) {
      const ended = batchRecordToText({ ended: true, digest: 'a' })
      await embedded.store.set(inspectionKey(id), ended, 60)
    }
    const member = log.member('toy.batch')
    member.assign(position(0, 0, '', topic))
    const hourAgo = Date.now() - 3_600_000
    member.deliver(fetched(0, 'old', hourAgo), fetched(1, 'young', Date.now()), fetched(2, 'runs', hourAgo))
    await clock.until(() => member.committed() === 3)
    expect(done.toSorted()).to.deep.equal(['runs', 'young'])
  })
})

const event = { id: '', source: '', type: '', subject: '', key: '', attributes: {}, json: null }

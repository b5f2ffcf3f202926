import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { openLog } from '#test/contract/kafka/open-log.ts'
import { type LogCollector, logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { ownKafka } from '#test/support/service/services.ts'

const HOUR = 3_600_000
/** Callers of the port answer 503 within 2 s, so appends give up earlier. */
const APPEND_LIMIT_MS = 2000
const PING_LIMIT_MS = 1400
/** All operations recover within 10 s (infra/docs/clients.md#availability). */
const RETURN_LIMIT_MS = 10_000
/** The minimum that a broker allows by default. */
const SESSION_TIMEOUT_MS = 6000

describe('kafkaEventLog without its broker', function () {
  this.timeout(120_000)
  const kafka = ownKafka()
  const topic = 'topic'
  let log: EventLog
  let collector: LogCollector
  let numbers = 0

  before(async () => {
    log = openLog(kafka)
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    collector = logCollector()
    await log.subscribe('group', [topic], collector)
    await expectWorking()
  })
  after(() => log?.close())

  async function append(): Promise<string> {
    const value = `value ${numbers++}`
    await log.append([textRecord(topic, `k${numbers}`, value)])
    return value
  }

  /** Appends until one succeeds. */
  async function expectWorking(): Promise<void> {
    await eventually(async () => {
      const value = await append()
      await eventually(() => collector.values().includes(value))
      return true
    })
  }

  async function expectUnavailable(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      expect(isUnavailable(await rejectionOf(append(), APPEND_LIMIT_MS))).to.equal(true)
      expect(isUnavailable(await rejectionOf(log.ping(), PING_LIMIT_MS))).to.equal(true)
    }
    const many = Array.from({ length: 100 }, () => rejectionOf(append(), APPEND_LIMIT_MS))
    for (const error of await Promise.all(many)) expect(isUnavailable(error)).to.equal(true)
  }

  async function expectBack(): Promise<void> {
    const late = sleep(RETURN_LIMIT_MS, 'late', { ref: false })
    const back = Promise.all([expectWorking(), eventually(() => log.ping().then(() => true))])
    expect(await Promise.race([late, back])).to.not.equal('late')
  }

  it('rejects at once while the broker is suspended, and works when it resumes', async () => {
    await kafka.service.suspend()
    await expectUnavailable()
    kafka.service.resume()
    await expectBack()
  })

  it('works after the broker was suspended for longer than the session timeout', async () => {
    await kafka.service.suspend()
    await sleep(SESSION_TIMEOUT_MS + 2000)
    await expectUnavailable()
    kafka.service.resume()
    await expectBack()
  })

  it('rejects at once while the broker is down, and works when it is back', async () => {
    await kafka.service.kill()
    await expectUnavailable()
    await kafka.service.start()
    await expectBack()
  })

  it('has lost no acknowledged record, and resumes from the commit', async () => {
    const values = new Set<string>()
    const subscriber = logCollector()
    const subscription = await log.subscribe('commits', [topic], subscriber)
    for (let n = 0; n < 20; n++) values.add(await append())
    await eventually(() => [...values].every((value) => subscriber.values().includes(value)))
    const before = subscriber.records.length
    await subscription.commit(positionsAfter(subscriber.records, 'before the kill'))
    values.add(await append())
    await kafka.service.kill()
    await kafka.service.start()
    await eventually(() => subscriber.assignments.length > 1)
    await eventually(() => [...values].every((value) => subscriber.values().includes(value)))
    const again = subscriber.assignments.at(-1) ?? []
    for (const position of positionsAfter(subscriber.records.slice(0, before), 'before the kill')) {
      expect(again).to.deep.include(position)
    }
    await subscription.commit(positionsAfter(subscriber.records))
    await subscription.close()
  })
})

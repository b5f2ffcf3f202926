import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type AdmissionControl,
  openAdmission,
  rejectionFailure,
} from '#gateway/inspections/admission/admission.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { EventLog, Subscription } from '#shared/ports/event-log.ts'
import { ENDED_CHANNEL, outcomeKey, RENDER_LOAD_BOARD } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { requestOf } from '#test/unit/shared/stage/toy-stage.ts'

const TOPIC = 'inspection.requested.interactive'
const POLL_MS = 1000

/** Lets a poll come, and all that it asks be answered. */
async function poll(): Promise<void> {
  mock.timers.tick(POLL_MS)
  for (let turns = 0; turns < 50; turns++) await turn()
}

describe('admission', () => {
  let embedded: Embedded
  let capacity: AdmissionControl
  beforeEach(async () => {
    embedded = await openEmbedded()
    mock.timers.enable({ apis: ['setInterval'] })
  })
  afterEach(async () => {
    mock.timers.reset()
    await capacity.close()
    await embedded.close()
  })

  async function open(limit: number, log: EventLog = embedded.log, metrics = noMetrics): Promise<void> {
    capacity = await openAdmission({
      log,
      store: embedded.store,
      logger: silentLog,
      limit,
      metrics,
    })
  }

  const slotOf = (owner: string, waitMs = 60_000) => ({
    id: randomUUID(),
    entryStage: 'fetch' as const,
    owner,
    tenant: owner,
    sharing: 'together' as const,
    waitMs,
    expiresAt: Date.now() + waitMs,
  })
  const admit = (owner: string, waitMs?: number) => {
    const slot = slotOf(owner, waitMs)
    return { ...slot, isTaken: capacity.tryAdmit(slot) === null }
  }
  /** Requests that another gateway accepted. */
  const waiting = (count: number) =>
    embedded.log.append(Array.from({ length: count }, () => requestOf(randomUUID())))

  it('rejects when the queue is full, until an inspection has ended', async () => {
    await open(2)
    const [first, second] = [admit('a'), admit('b')]
    expect([first.isTaken, second.isTaken, admit('c').isTaken]).to.deep.equal([true, true, false])
    await embedded.store.wake(ENDED_CHANNEL, first.id)
    await eventually(() => admit('c').isTaken)
    expect(admit('c').isTaken).to.equal(false)
  })

  it('frees the slot of an inspection whose wake-up got lost', async () => {
    await open(1)
    const { id } = admit('a')
    await embedded.store.claim(outcomeKey(id), '{}\n{}', 60)
    expect(admit('b').isTaken).to.equal(false)
    await poll()
    expect(admit('b').isTaken).to.equal(true)
  })

  it('frees the slot of an expired inspection', async () => {
    await open(1)
    expect(admit('a', -1).isTaken).to.equal(true)
    expect(admit('b').isTaken).to.equal(false)
    await poll()
    expect(admit('b').isTaken).to.equal(true)
  })

  it('counts at the start what was accepted before', async () => {
    await waiting(9)
    await open(10)
    expect([admit('a').isTaken, admit('b').isTaken]).to.deep.equal([true, false])
  })

  it('counts a lasting backlog of other gateways, until it is finished', async () => {
    await open(10)
    await waiting(10)
    // A finished record may not be committed yet: what three polls see lasts.
    for (let polls = 0; polls < 3; polls++) await poll()
    expect(admit('a').isTaken).to.equal(false)
    const positions = [{ topic: TOPIC, partition: 0, offset: 10, metadata: '' }]
    const receiver = { assigned() {}, received() {} }
    const member: Subscription = await embedded.log.subscribe('fetch.interactive', [TOPIC], receiver)
    await member.commit(positions)
    await poll()
    expect(admit('a').isTaken).to.equal(true)
  })

  it('does not count a backlog that two polls see: it may be finished and not committed', async () => {
    await open(10)
    await waiting(10)
    await poll()
    await poll()
    expect(admit('a').isTaken).to.equal(true)
  })

  it('does not count its own inspections twice', async () => {
    await open(4)
    const own = [admit('a'), admit('b')]
    await embedded.log.append(own.map(({ id }) => requestOf(id)))
    for (let polls = 0; polls < 4; polls++) await poll()
    expect([admit('c').isTaken, admit('d').isTaken, admit('e').isTaken]).to.deep.equal([true, true, false])
  })

  it('keeps its last count while the log is unavailable', async () => {
    let isAway = false
    const lag: EventLog['lag'] = (...requested) =>
      isAway ? Promise.reject(new Error('away')) : embedded.log.lag(...requested)
    await waiting(1)
    await open(3, { ...embedded.log, lag })
    isAway = true
    await poll()
    expect([admit('a').isTaken, admit('b').isTaken, admit('c').isTaken]).to.deep.equal([true, true, false])
  })

  it('polls once at a time, however long the log takes', async () => {
    let asked = 0
    const answer = Promise.withResolvers<number>()
    const lag: EventLog['lag'] = (...requested) => {
      asked += 1
      return asked > atStart ? (answer.promise as never) : embedded.log.lag(...requested)
    }
    let atStart = Number.POSITIVE_INFINITY
    await open(3, { ...embedded.log, lag })
    atStart = asked
    await poll()
    const once = asked
    await poll()
    expect(once).to.be.above(atStart)
    expect(asked).to.equal(once)
    answer.reject(new Error('away'))
    for (let turns = 0; turns < 9; turns++) await turn()
    await poll()
    expect(asked).to.be.above(once)
  })

  it('says whether the queue is full, or the owner holds its share of it', async () => {
    await open(4)
    const reasons = ['a', 'a', 'a', 'a', 'b', 'c'].map(
      (owner) => capacity.tryAdmit(slotOf(owner))?.reason ?? null,
    )
    expect(reasons).to.deep.equal([null, null, null, 'owner_share', null, 'queue_full'])
  })

  it('polls no more once it is closed', async () => {
    let asked = 0
    const lag: EventLog['lag'] = (...requested) => {
      asked += 1
      return embedded.log.lag(...requested)
    }
    await open(3, { ...embedded.log, lag })
    await capacity.close()
    const before = asked
    await poll()
    expect(asked).to.equal(before)
  })

  it('listens until it is closed, and no longer', async () => {
    let isListening = false
    const listen: Embedded['store']['listen'] = async () => {
      isListening = true
      return async () => {
        await turn()
        isListening = false
      }
    }
    const options = { log: embedded.log, logger: silentLog, limit: 1, metrics: noMetrics }
    capacity = await openAdmission({ ...options, store: { ...embedded.store, listen } })
    expect(isListening).to.equal(true)
    await capacity.close()
    expect(isListening).to.equal(false)
  })

  describe('of a browser', () => {
    /** One browser that needs ten seconds for a page. */
    const load = { slots: 1, perOwner: 1, seconds: 10, owners: 0, jobs: 0, waiting: {} }
    beforeEach(async () => {
      const text = JSON.stringify({ together: load, alone: load })
      await embedded.store.postNotice(RENDER_LOAD_BOARD, 'a process', text, { ttlMs: 60_000, most: 1 })
    })
    const admitRender = () => {
      const slot = { ...slotOf('a'), entryStage: 'render' as const }
      return { id: slot.id, rejection: capacity.tryAdmit(slot) }
    }

    it('rejects an answer that would come too late, until one before it is given up', async () => {
      await open(10)
      // Three are expected after 10, 20 and 30 seconds, all within 0.6 of a minute; the fourth after 40.
      const taken = [admitRender(), admitRender(), admitRender()]
      expect(taken.map(({ rejection }) => rejection)).to.deep.equal([null, null, null])
      const rejected = admitRender().rejection
      expect(rejected?.reason).to.equal('too_long')
      expect(rejected?.retryAfter).to.be.within(4, 60)
      expect(capacity.tryAdmit(slotOf('a')), 'an inspection without a browser').to.equal(null)
      capacity.release(taken[0]?.id ?? '')
      expect(admitRender().rejection).to.equal(null)
    })

    it('shows the expected wait, of an idle and of the busiest owner', async () => {
      const metrics = prometheusMetrics({ process: false })
      await open(10, embedded.log, metrics)
      admitRender()
      admitRender()
      const { text } = await metrics.expose()
      expect(text).to.include('pageprobe_predicted_wait_seconds{operation="snapshot",owner="busiest"} 20\n')
      expect(text).to.include('pageprobe_predicted_wait_seconds{operation="snapshot",owner="idle"} 10\n')
      expect(text).to.include('pageprobe_predicted_wait_seconds{operation="performance",owner="idle"} 0\n')
      expect(text).to.include('pageprobe_predicted_wait_seconds{operation="performance",owner="busiest"} 0\n')
      expect(text).to.include('pageprobe_longest_predicted_wait_seconds{operation="snapshot"} 20\n')
      expect(text).to.include('pageprobe_longest_predicted_wait_seconds{operation="performance"} 0\n')
    })
  })
})

describe('rejectionFailure', () => {
  it('says when to try again where that is known', () => {
    const known = rejectionFailure({ reason: 'too_long', retryAfter: 7 })
    expect(known).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(known.details).to.deep.equal({ retry_after: 7 })
    const unknown = rejectionFailure({ reason: 'queue_full', retryAfter: null })
    expect(unknown).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(unknown.details).to.equal(null)
  })
})

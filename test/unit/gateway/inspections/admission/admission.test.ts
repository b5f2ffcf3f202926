import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type AdmissionControl, openAdmission } from '#gateway/inspections/admission/admission.ts'
import type { EventLog, Subscription } from '#shared/ports/event-log.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { requestOf } from '#test/unit/shared/stage/toy-stage.ts'

const wait = { share: 0.6, standingMs: 3000 }
const TOPIC = 'inspection.requested.interactive'
/** By then what stays in the log is seen. */
const SEEN_MS = 3500

describe('admission', () => {
  let embedded: Embedded
  let capacity: AdmissionControl
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    await capacity.close()
    await embedded.close()
  })

  async function open(limit: number, log: EventLog = embedded.log): Promise<void> {
    capacity = await openAdmission({
      log,
      store: embedded.store,
      logger: silentLog,
      limit,
      wait,
      metrics: noMetrics,
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

  it('refuses when the queue is full, until an inspection has ended', async () => {
    await open(2)
    const [first, second] = [admit('a'), admit('b')]
    expect([first.isTaken, second.isTaken, admit('c').isTaken]).to.deep.equal([true, true, false])
    await embedded.store.wake(ENDED_CHANNEL, first.id)
    await eventually(() => admit('c').isTaken)
    expect(admit('c').isTaken).to.equal(false)
  })

  it('finds out that an inspection has ended also when the wake-up got lost', async () => {
    await open(1)
    const { id } = admit('a')
    await embedded.store.claim(outcomeKey(id), '{}\n{}', 60)
    expect(admit('b').isTaken).to.equal(false)
    await eventually(() => admit('b').isTaken)
  })

  it('waits for nothing that has expired', async () => {
    await open(1)
    expect(admit('a', 100).isTaken).to.equal(true)
    await eventually(() => admit('b').isTaken)
  })

  it('counts from the start what was accepted before it', async () => {
    await waiting(9)
    await open(10)
    expect([admit('a').isTaken, admit('b').isTaken]).to.deep.equal([true, false])
  })

  it('counts what others accept, once it stays, and forgets it when it is done', async () => {
    await open(10)
    await waiting(10)
    await new Promise((resolve) => setTimeout(resolve, SEEN_MS))
    expect(admit('a').isTaken).to.equal(false)
    const positions = [{ topic: TOPIC, partition: 0, offset: 10, metadata: '' }]
    const receiver = { assigned() {}, received() {} }
    const member: Subscription = await embedded.log.subscribe('fetch.interactive', [TOPIC], receiver)
    await member.commit(positions)
    await eventually(() => admit('a').isTaken)
  }).timeout(10_000)

  it('does not count its own twice', async () => {
    await open(4)
    const own = [admit('a'), admit('b')]
    await embedded.log.append(own.map(({ id }) => requestOf(id)))
    await new Promise((resolve) => setTimeout(resolve, SEEN_MS))
    expect([admit('c').isTaken, admit('d').isTaken, admit('e').isTaken]).to.deep.equal([true, true, false])
  }).timeout(10_000)

  it('goes on with what it knows while the log is away', async () => {
    let isAway = false
    const lag: EventLog['lag'] = (...asked) =>
      isAway ? Promise.reject(new Error('away')) : embedded.log.lag(...asked)
    await waiting(1)
    await open(3, { ...embedded.log, lag })
    isAway = true
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect([admit('a').isTaken, admit('b').isTaken, admit('c').isTaken]).to.deep.equal([true, true, false])
  })
})

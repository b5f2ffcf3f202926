import { expect } from 'chai'
import { PoisonPillDetector } from '#shared/consumer/poison-pills/poison-pill-detector.ts'
import { makeSuspectLimit } from '#shared/consumer/poison-pills/suspect-limit.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const position = { topic: 't', partition: 0, offset: 0, metadata: '' }
const place = (offset: number) => ({ topic: 't', partition: 0, offset })

describe('PoisonPillDetector', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  /** A member as a process of its own has it: one that is not asked any more has ended. */
  function join({
    settleMs = 0,
    maxCrashes = 3,
    store = embedded.store,
    at = position,
    logger = silentLog,
  } = {}) {
    const options = {
      store,
      logger,
      maxCrashes,
      settleMs,
      suspectLimit: makeSuspectLimit(),
    }
    const member = new PoisonPillDetector('g', options)
    member.assigned([at])
    return member
  }

  it('rejects a record after `maxCrashes` crashes', async () => {
    for (let end = 0; end < 3; end++) expect(await join().start(place(7))).to.equal('start')
    expect(await join().start(place(7))).to.equal('poison-pill')
    expect(await join().start(place(8))).to.equal('start')
  })

  it('runs a suspect alone before its last attempt', async () => {
    for (let end = 0; end < 2; end++) {
      const member = join()
      for (const offset of [1, 2]) await member.start(place(offset))
    }
    const last = join()
    expect(await last.start(place(1))).to.equal('start')
    expect(await last.start(place(2))).to.have.property('retryAfterMs')
    last.finish(place(1))
    expect(await last.start(place(2))).to.equal('start')
  })

  it('counts no crash when the member leaves', async () => {
    const left = join({ maxCrashes: 2 })
    await left.start(place(1))
    await left.leave()
    for (let end = 0; end < 2; end++) expect(await join({ maxCrashes: 2 }).start(place(1))).to.equal('start')
    expect(await join({ maxCrashes: 2 }).start(place(1))).to.equal('poison-pill')
  })

  it('counts no crash when the member loses the partition and lives on', async () => {
    const living = join({ maxCrashes: 2 })
    await living.start(place(1))
    const next = join({ maxCrashes: 2, settleMs: 500 })
    living.assigned([])
    const [began, starting] = [clock.now(), next.start(place(1))]
    expect(await clock.run(starting)).to.equal('start')
    expect(clock.now() - began).to.equal(500)
    expect(await join({ maxCrashes: 2 }).start(place(1))).to.equal('start')
  })

  it('journals no single records before the first crash', async () => {
    const notes: string[] = []
    const set: typeof embedded.store.set = async (key, value, ttl) => {
      if (key.startsWith('in-hand:')) notes.push(value)
      await embedded.store.set(key, value, ttl)
    }
    const store = { ...embedded.store, set }
    const member = join({ store })
    for (let offset = 0; offset < 1000; offset++) await member.start(place(offset))
    expect(notes).to.have.lengthOf.at.most(3)
    const next = join({ store })
    for (const offset of [0, 999]) await next.start(place(offset))
    expect(notes.at(-1)).to.include('["t",0,0,0,1],["t",0,999,0,1]')
    await next.start(place(1000))
    expect(notes.at(-1)).not.to.include('["t",0,1000')
  })

  it('counts the crashes of the first unfinished record, but not those of finished ones', async () => {
    const at = { ...position, offset: 5 }
    for (let end = 0; end < 2; end++) for (const offset of [4, 5]) await join().start(place(offset))
    const lines: unknown[] = []
    const logger = { ...silentLog, warn: (about: unknown) => void lines.push(about) } as typeof silentLog
    const next = join({ at, logger })
    expect(await next.start(place(5))).to.equal('poison-pill')
    // Both crashes that are journaled, and the first one, which left no journal of single records.
    expect(lines).to.deep.equal([{ group: 'g', topic: 't', partition: 0, offset: 5, crashes: 3 }])
  })

  it('keeps the count of a suspect that is paused and started again', async () => {
    for (let end = 0; end < 2; end++) await join().start(place(7))
    const member = join()
    await member.start(place(7))
    member.pause(place(99))
    member.pause(place(7))
    expect(await member.start(place(7))).to.equal('start')
    expect(await join().start(place(7))).to.equal('poison-pill')
  })

  it('starts records while the store is unavailable', async () => {
    const set = () => Promise.reject(new Error('away'))
    const member = join({ store: { ...embedded.store, set } })
    const began = clock.now()
    expect(await clock.run(member.start(place(1)))).to.equal('start')
    // Its reads are waited for, up to 2 s.
    expect(clock.now() - began).to.equal(2000)
  })

  it('waits 100 ms for a write of the journal that hangs', async () => {
    const set = () => new Promise<never>(() => {})
    const member = join({ store: { ...embedded.store, set } })
    const began = clock.now()
    expect(await clock.run(member.start(place(1)))).to.equal('start')
    // Reads are waited for, up to 2 s, before.
    expect(clock.now() - began).to.equal(2100)
  })
})

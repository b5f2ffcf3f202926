import { expect } from 'chai'
import { makeInHand } from '#shared/pipeline/in-hand.ts'
import { makeSuspects } from '#shared/pipeline/suspects.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { silentLog } from './silent-log.ts'

const position = { topic: 't', partition: 0, offset: 0, metadata: '' }
const place = (offset: number) => ({ topic: 't', partition: 0, offset })

describe('what is in hand', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  /** A member as a process of its own has it: one that is not asked any more has ended. */
  function join({ settleMs = 0, maxEnds = 3, store = embedded.store } = {}) {
    const options = { store, logger: silentLog, maxEnds, settleMs, suspects: makeSuspects() }
    const member = makeInHand('g', options)
    member.assigned([position])
    return member
  }

  it('is begun no more after so many ends of a process', async () => {
    for (let end = 0; end < 3; end++) expect(await join().begin(place(7))).to.equal('begun')
    expect(await join().begin(place(7))).to.equal('spent')
    expect(await join().begin(place(8))).to.equal('begun')
  })

  it('runs alone among its like before the last end', async () => {
    for (let end = 0; end < 2; end++) {
      const member = join()
      for (const offset of [1, 2]) await member.begin(place(offset))
    }
    const last = join()
    expect(await last.begin(place(1))).to.equal('begun')
    expect(await last.begin(place(2))).to.have.property('inMs')
    last.finish(place(1))
    expect(await last.begin(place(2))).to.equal('begun')
  })

  it('is not counted when the member leaves, nor when it loses the partition and lives on', async () => {
    const left = join({ maxEnds: 1 })
    await left.begin(place(1))
    await left.leave()
    const living = join({ maxEnds: 1 })
    expect(await living.begin(place(1))).to.equal('begun')
    const next = join({ maxEnds: 1, settleMs: 500 })
    living.assigned([])
    expect(await next.begin(place(1))).to.equal('begun')
  })

  it('goes on when the store is away', async () => {
    const set = () => Promise.reject(new Error('away'))
    const member = join({ store: { ...embedded.store, set } })
    expect(await member.begin(place(1))).to.equal('begun')
  }).timeout(10_000)
})

describe('suspects', () => {
  it('are few at a time, and one alone waits for the others', () => {
    const suspects = makeSuspects(2)
    const [first, second] = [suspects.take(false), suspects.take(false)]
    expect([suspects.take(false), suspects.take(true)]).to.deep.equal([null, null])
    first?.()
    expect(suspects.take(true)).to.equal(null)
    second?.()
    expect(suspects.take(true)).to.be.a('function')
    expect(suspects.take(false)).to.equal(null)
  })
})

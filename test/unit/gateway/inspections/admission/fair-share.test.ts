import { expect } from 'chai'
import { type FairShare, makeFairShare, type QueueSlot } from '#gateway/inspections/admission/fair-share.ts'

let ids = 0
const slotOf = (owner: string, entryStage: 'fetch' | 'render' = 'fetch') => ({
  id: String(ids++),
  entryStage,
  owner,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

/** How many slots an owner gets that requests as many as it can. */
function greedily(fairShare: FairShare<QueueSlot>, owner: string, others = 0): number {
  let count = 0
  while (count < 100_000 && fairShare.tryAcquire(slotOf(owner), others)) count += 1
  return count
}

describe('fair-share', () => {
  it('leaves a quarter free when one owner takes all it can get', () => {
    expect(greedily(makeFairShare(10_000), 'a')).to.equal(7500)
  })

  it('has room for another owner after several greedy ones', () => {
    const fairShare = makeFairShare(10_000)
    const taken = ['a', 'b', 'c', 'd'].map((owner) => greedily(fairShare, owner))
    expect(taken).to.deep.equal([7500, 1875, 469, 117])
    expect(fairShare.tryAcquire(slotOf('modest'), 0)).to.equal(true)
  })

  it('never gives more than the limit, and at least one', () => {
    for (const limit of [1, 2, 3, 10]) {
      const fairShare = makeFairShare(limit)
      const sum = Array.from({ length: 50 }, (_, owner) => greedily(fairShare, `${owner}`)).reduce(
        (a, b) => a + b,
      )
      expect(sum).to.equal(limit)
      expect(fairShare.held('fetch')).to.equal(limit)
    }
  })

  it('counts the slots that other gateways hold', () => {
    expect(greedily(makeFairShare(100), 'a', 60)).to.equal(30)
    expect(greedily(makeFairShare(100), 'a', 100)).to.equal(0)
    expect(greedily(makeFairShare(100), 'a', 5000)).to.equal(0)
  })

  it('is full when no slot is left, here and elsewhere', () => {
    const fairShare = makeFairShare(2)
    expect([
      fairShare.isFull('fetch', 1),
      fairShare.isFull('fetch', 2),
      fairShare.isFull('fetch', 3),
    ]).to.deep.equal([false, true, true])
    fairShare.tryAcquire(slotOf('a'), 0)
    expect([fairShare.isFull('fetch', 0), fairShare.isFull('fetch', 1)]).to.deep.equal([false, true])
    expect(fairShare.isFull('render', 1)).to.equal(false)
  })

  it('lets an owner without slots have one while three times the free slots are more than none', () => {
    const fairShare = makeFairShare(1)
    expect(fairShare.tryAcquire(slotOf('a'), 0)).to.equal(true)
  })

  it('gives a released slot once', () => {
    const fairShare = makeFairShare(2)
    const [first, second] = [slotOf('a'), slotOf('b')]
    expect([fairShare.tryAcquire(first, 0), fairShare.tryAcquire(second, 0)]).to.deep.equal([true, true])
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(false)
    fairShare.release(first.id)
    fairShare.release(first.id)
    fairShare.release('unknown')
    expect(fairShare.held('fetch')).to.equal(1)
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(false)
  })

  it('gives an owner its share back', () => {
    const fairShare = makeFairShare(4)
    const own = [slotOf('a'), slotOf('a'), slotOf('a')]
    for (const slot of own) expect(fairShare.tryAcquire(slot, 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('a'), 0)).to.equal(false)
    fairShare.release(own[0]?.id ?? '')
    expect(fairShare.tryAcquire(slotOf('a'), 0)).to.equal(true)
  })

  it('counts the entry stages separately', () => {
    const fairShare = makeFairShare(1)
    expect(fairShare.tryAcquire(slotOf('a', 'render'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('a', 'fetch'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('b', 'render'), 0)).to.equal(false)
  })

  it('returns all held slots in turn', () => {
    const fairShare = makeFairShare(100)
    const taken = Array.from({ length: 5 }, () => slotOf('a'))
    for (const slot of taken) fairShare.tryAcquire(slot, 0)
    const checked = [fairShare.nextToCheck(2), fairShare.nextToCheck(2), fairShare.nextToCheck(2)]
      .flat()
      .map(({ id }) => id)
    expect(new Set(checked).size).to.equal(5)
  })

  it('reports how many slots were acquired or released since the last call', () => {
    const fairShare = makeFairShare(10)
    const slot = slotOf('a')
    fairShare.tryAcquire(slot, 0)
    fairShare.tryAcquire(slotOf('a'), 0)
    fairShare.release(slot.id)
    expect([
      fairShare.changesSinceLastPoll('fetch'),
      fairShare.changesSinceLastPoll('fetch'),
      fairShare.changesSinceLastPoll('render'),
    ]).to.deep.equal([3, 0, 0])
  })

  it('returns a released slot, once', () => {
    const fairShare = makeFairShare(10)
    const slot = slotOf('a')
    fairShare.tryAcquire(slot, 0)
    expect(fairShare.release(slot.id)).to.equal(slot)
    expect(fairShare.release(slot.id)).to.equal(undefined)
  })
})

import { expect } from 'chai'
import { type FairShare, makeFairShare, type QueueSlot } from '#gateway/inspections/admission/fair-share.ts'

let ids = 0
const slotOf = (owner: string, entryStage: 'fetch' | 'render' = 'fetch') => ({
  id: String(ids++),
  entryStage,
  owner,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

/** How many seats the owner gets when it asks again and again. */
function greedily(fairShare: FairShare<QueueSlot>, owner: string, others = 0): number {
  let count = 0
  while (count < 100_000 && fairShare.tryAcquire(slotOf(owner), others)) count += 1
  return count
}

describe('fair-share', () => {
  it('leave a quarter free when one owner alone takes all it can get', () => {
    expect(greedily(makeFairShare(10_000), 'a')).to.equal(7500)
  })

  it('have room for whoever comes next, also after several greedy owners', () => {
    const fairShare = makeFairShare(10_000)
    const taken = ['a', 'b', 'c', 'd'].map((owner) => greedily(fairShare, owner))
    expect(taken).to.deep.equal([7500, 1875, 469, 117])
    expect(fairShare.tryAcquire(slotOf('modest'), 0)).to.equal(true)
  })

  it('are never more than the limit, and one at least is to be had', () => {
    for (const limit of [1, 2, 3, 10]) {
      const fairShare = makeFairShare(limit)
      const sum = Array.from({ length: 50 }, (_, owner) => greedily(fairShare, `${owner}`)).reduce(
        (a, b) => a + b,
      )
      expect(sum).to.equal(limit)
      expect(fairShare.taken('fetch')).to.equal(limit)
    }
  })

  it('count those that are taken elsewhere', () => {
    expect(greedily(makeFairShare(100), 'a', 60)).to.equal(30)
    expect(greedily(makeFairShare(100), 'a', 100)).to.equal(0)
    expect(greedily(makeFairShare(100), 'a', 5000)).to.equal(0)
  })

  it('are free again when released, once', () => {
    const fairShare = makeFairShare(2)
    const [first, second] = [slotOf('a'), slotOf('b')]
    expect([fairShare.tryAcquire(first, 0), fairShare.tryAcquire(second, 0)]).to.deep.equal([true, true])
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(false)
    fairShare.release(first.id)
    fairShare.release(first.id)
    fairShare.release('unknown')
    expect(fairShare.taken('fetch')).to.equal(1)
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('c'), 0)).to.equal(false)
  })

  it('give an owner back its share', () => {
    const fairShare = makeFairShare(4)
    const own = [slotOf('a'), slotOf('a'), slotOf('a')]
    for (const slot of own) expect(fairShare.tryAcquire(slot, 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('a'), 0)).to.equal(false)
    fairShare.release(own[0]?.id ?? '')
    expect(fairShare.tryAcquire(slotOf('a'), 0)).to.equal(true)
  })

  it('of one way are not those of the other', () => {
    const fairShare = makeFairShare(1)
    expect(fairShare.tryAcquire(slotOf('a', 'render'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('a', 'fetch'), 0)).to.equal(true)
    expect(fairShare.tryAcquire(slotOf('b', 'render'), 0)).to.equal(false)
  })

  it('are all looked after in turn', () => {
    const fairShare = makeFairShare(100)
    const taken = Array.from({ length: 5 }, () => slotOf('a'))
    for (const slot of taken) fairShare.tryAcquire(slot, 0)
    const looked = [fairShare.nextToCheck(2), fairShare.nextToCheck(2), fairShare.nextToCheck(2)]
      .flat()
      .map(({ id }) => id)
    expect(new Set(looked).size).to.equal(5)
  })

  it('tell how many were taken or released since they were asked last', () => {
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
})

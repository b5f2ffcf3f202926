import { expect } from 'chai'
import { makeCountHistogram } from '#gateway/inspections/admission/count-histogram.ts'
import { predictWait } from '#gateway/inspections/admission/predicted-wait.ts'

const load = (more: object = {}) => ({ slots: 2, perOwner: 2, seconds: 1, ...more })
/** The queue as the owner finds it, with these inspections by owner. */
const found = (counts: Readonly<Record<string, number>>, owner: string) => ({
  ofOwner: counts[owner] ?? 0,
  all: makeCountHistogram(Object.values(counts)),
})

describe('predicted-wait', () => {
  const begins = (counts: Readonly<Record<string, number>>, owner: string, loads = [load()]) =>
    predictWait('together', loads, found(counts, owner)).waitSeconds

  it('is zero while a slot is free', () => {
    expect(begins({}, 'a')).to.equal(0)
    expect(begins({ b: 1 }, 'a')).to.equal(0)
  })

  it('is the time of the work ahead: two at a time, each a second', () => {
    // All but one of 20 have to end before the next has a slot.
    expect(begins({ a: 20 }, 'a')).to.equal(9.5)
    expect(predictWait('together', [load()], found({ a: 20 }, 'a')).workSeconds).to.equal(1)
  })

  it('depends on the owner’s own inspections, not on the length of other queues', () => {
    // One of b and one of a in turn: 1 + 0 ahead, two slots.
    expect(begins({ b: 1000 }, 'a')).to.equal(0)
    // Its third: two of its own and three of each other owner are ahead: 2 + 3 + 3 = 8.
    expect(begins({ a: 2, b: 1000, c: 1000 }, 'a')).to.equal(3.5)
    expect(begins({ a: 2, b: 1000, c: 1 }, 'a')).to.equal(2.5)
  })

  it('counts the slots of all processes, each at its own speed', () => {
    // 2 a second and 1 a second; four slots.
    const loads = [load(), load({ seconds: 2 })]
    expect(begins({ a: 15 }, 'a', loads)).to.be.closeTo(4, 1e-9)
  })

  it('respects the maximum number of slots of an owner', () => {
    const loads = [load({ slots: 10, perOwner: 1 })]
    expect(begins({ a: 5 }, 'a', loads)).to.equal(5)
    expect(begins({ a: 5 }, 'b', loads)).to.equal(0)
  })

  it('assumes usual pages for work that a process has not done yet', () => {
    const fresh = [load({ seconds: null })]
    expect(begins({ a: 20 }, 'a', fresh)).to.equal(9.5)
    const measuring = [load({ slots: 1, perOwner: 1, seconds: null })]
    expect(predictWait('alone', measuring, found({ a: 2 }, 'a')).waitSeconds).to.equal(8)
  })

  it('tells how fast an owner advances: at its slots, and at its turn among the owners', () => {
    const loads = [load({ slots: 6, perOwner: 2, seconds: 2 })]
    const rate = (counts: Readonly<Record<string, number>>) =>
      predictWait('together', loads, found(counts, 'a')).ownerPerSecond
    // Two slots, each two seconds; then a sixth of six slots.
    expect(rate({ a: 9, b: 1 })).to.equal(1)
    expect(rate({ a: 9, b: 1, c: 1, d: 1, e: 1, f: 1 })).to.equal(0.5)
  })
})

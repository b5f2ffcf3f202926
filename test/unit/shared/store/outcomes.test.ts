import { expect } from 'chai'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import {
  claimOutcome,
  dropOutcome,
  isOutcomeStored,
  readOutcome,
  readOutcomes,
} from '#shared/store/outcomes.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const outcome = (json: string): Outcome => ({ topic: 'result.metadata', timing: '{}', json, dataref: null })

describe('outcomes in the store', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  it('are the first ones: another one gets the first', async () => {
    const { store } = embedded
    const [first, second] = [outcome('{"n":1}'), outcome('{"n":2}')]
    expect(await claimOutcome(store, 'a', first, 60)).to.deep.equal({ first, isFirst: true })
    expect(await claimOutcome(store, 'a', first, 60)).to.deep.equal({ first, isFirst: true })
    expect(await claimOutcome(store, 'a', second, 60)).to.deep.equal({ first, isFirst: false })
    expect(await readOutcome(store, 'a')).to.deep.equal(first)
    expect(await readOutcomes(store, ['b', 'a'])).to.deep.equal([null, first])
  })

  it('can be claimed anew once they are dropped', async () => {
    const { store } = embedded
    await claimOutcome(store, 'c', outcome('{"n":1}'), 60)
    await dropOutcome(store, 'c')
    expect(await readOutcome(store, 'c')).to.equal(null)
    expect(await claimOutcome(store, 'c', outcome('{"n":2}'), 60)).to.include({ isFirst: true })
  })
})

describe('isOutcomeStored', () => {
  const agoMs = (ms: number) => Date.now() - ms

  it('is true for a minute at most, and for half of the time that the store keeps outcomes', () => {
    expect(isOutcomeStored(agoMs(50_000), 900)).to.equal(true)
    expect(isOutcomeStored(agoMs(61_000), 900)).to.equal(false)
    expect(isOutcomeStored(agoMs(4000), 10)).to.equal(true)
    expect(isOutcomeStored(agoMs(6000), 10)).to.equal(false)
  })
})

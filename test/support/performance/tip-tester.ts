import { expect } from 'chai'
import type { Finding, Tip } from '#stages/score/performance/advice/tip.ts'
import { facts, type Given } from '#test/support/performance/lab-measurement.ts'

export interface TipCases {
  /** A measurement with the fault. */
  readonly given: Given
  /** Parts of the message: what is at fault, with its figures. */
  readonly says: readonly string[]
  /** What following the tip gains; computed by hand. */
  readonly gains: Omit<Finding, 'message' | 'items'>
  /** The same measurement at the bound, where the tip is not given. */
  readonly nearMiss: Given
}

/** Sites of those who define the metrics, the browser and the protocol. */
const AUTHORITY =
  /^https:\/\/(web\.dev\/articles|developer\.chrome\.com\/docs|www\.rfc-editor\.org\/rfc)\/[\w/#.-]+$/

/** Runs a tip on a measurement with its fault and on a near miss. */
export function tipTester(tip: Tip, { given, says, gains, nearMiss }: TipCases): void {
  describe(`tip ${tip.id}`, () => {
    it(`is given when ${tip.when}`, () => {
      const { message, items: _, ...gained } = tip.find(facts(given)) ?? { message: 'not given' }
      for (const part of says) expect(message).to.include(part)
      // It may begin with the name of a file.
      expect(message).to.match(/^([A-Z0-9]|\S+\/\S* ).*\.$/)
      expect(gained).to.deep.equal(gains)
    })

    it('is not given at the bound', () => expect(tip.find(facts(nearMiss))).to.equal(null))

    it('has a title for what is wrong', () => expect(tip.title).to.match(/^[A-Z].{3,}[^.]$/))

    it('links to an authority', () => expect(tip.learnMore).to.match(AUTHORITY))
  })
}

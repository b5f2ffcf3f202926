import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { tips } from '#stages/score/performance/tips/index.ts'
import { facts } from '../lab-measurement.ts'
import { tipCases } from './tip-cases.ts'

const FOLDER = 'stages/score/performance/tips'
/** Sites of those who define the metrics, the browser and the protocol. */
const AUTHORITY =
  /^https:\/\/(web\.dev\/articles|developer\.chrome\.com\/docs|www\.rfc-editor\.org\/rfc)\/[\w/#.-]+$/

describe('tips', () => {
  it('are all files of the folder, each with its own name', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    expect(tips.map(({ id }) => `${id}.ts`)).to.deep.equal(files.toSorted())
  })

  it('are at least thirty', () => expect(tips.length).to.be.at.least(30))

  it('have a case each', () => {
    expect(Object.keys(tipCases).toSorted()).to.deep.equal(tips.map(({ id }) => id).toSorted())
  })

  it('are not given without a fault', () => {
    expect(tips.filter((tip) => tip.find(facts()) !== null)).to.deep.equal([])
  })

  for (const tip of tips) {
    const { given, says, not } = tipCases[tip.id] ?? { given: {}, says: [], not: {} }
    describe(tip.id, () => {
      it(`is given when ${tip.when}`, () => {
        const message = tip.find(facts(given))?.message
        for (const part of says) expect(message).to.include(part)
      })

      it('is not given at the bound', () => expect(tip.find(facts(not))).to.equal(null))

      it('links to an authority', () => expect(tip.learnMore).to.match(AUTHORITY))

      it('has one or two sentences', () => expect(tip.find(facts(given))?.message).to.match(/^[A-Z0-9].*\.$/))
    })
  }
})

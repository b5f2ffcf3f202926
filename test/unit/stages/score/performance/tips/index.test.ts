import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { tips } from '#stages/score/performance/tips/index.ts'
import { facts } from '#test/support/performance/lab-measurement.ts'

const FOLDER = 'stages/score/performance/tips'

describe('the list of tips', () => {
  it('has all files of the folder, each with its own name', () => {
    const files = readdirSync(FOLDER).filter((name) => name !== 'index.ts')
    expect(tips.map(({ id }) => `${id}.ts`)).to.deep.equal(files.toSorted())
  })

  it('has at least thirty tips', () => expect(tips.length).to.be.at.least(30))

  it('gives none without a fault', () => {
    expect(tips.filter((tip) => tip.find(facts()) !== null)).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { baselineFeatures, newerFunctions } from '#stages/render/lab/code/legacy/baseline-features.data.ts'

/** The value of a name such as `Array.prototype.at` in this runtime. */
function lookUp(name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((object, key) => (object as Record<string, unknown>)?.[key], globalThis)
}

describe('Baseline features', () => {
  it('are functions that exist', () => {
    const language = [...baselineFeatures].filter((name) => !/^(Element|NodeList)\./.test(name))
    expect(language.filter((name) => typeof lookUp(name) !== 'function')).to.deep.equal([])
    expect(language).to.have.length.above(100)
  })

  it('are not among the newer ones', () => {
    const names = [...baselineFeatures].map((name) => name.replace(/^.*\./, ''))
    expect(names.filter((name) => newerFunctions.has(name))).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { areAllParts, parseParts, StartError } from '#infra/process/parts.ts'

describe('parts', () => {
  const all = ['gateway', 'fetch', 'render', 'extract', 'score', 'batch']

  it('are all six when none is named', () => {
    expect(parseParts([])).to.deep.equal(all)
    expect(areAllParts(parseParts([]))).to.equal(true)
  })

  it('are the named ones, each once', () => {
    expect(parseParts(['score', 'gateway', 'score'])).to.deep.equal(['gateway', 'score'])
    expect(areAllParts(parseParts(['score', 'gateway']))).to.equal(false)
  })

  it('are all parts when all are named', () =>
    expect(areAllParts(parseParts(all.toReversed()))).to.equal(true))

  for (const names of [['fetcher'], ['fetch', 'Render'], ['--port'], [''], ['constructor']]) {
    it(`reject ${names.at(-1) || 'an empty name'} and list the parts`, () => {
      const failing = () => parseParts(names)
      expect(failing)
        .to.throw(StartError, names.at(-1))
        .with.property('message')
        .that.includes(all.join(', '))
    })
  }
})

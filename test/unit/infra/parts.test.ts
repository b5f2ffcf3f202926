import { expect } from 'chai'
import { isWhole, partsOf, StartError } from '#infra/parts.ts'

describe('parts', () => {
  const all = ['gateway', 'fetch', 'render', 'extract', 'score', 'batch']

  it('are all six when none is named', () => {
    expect(partsOf([])).to.deep.equal(all)
    expect(isWhole(partsOf([]))).to.equal(true)
  })

  it('are those that are named, each once', () => {
    expect(partsOf(['score', 'gateway', 'score'])).to.deep.equal(['gateway', 'score'])
    expect(isWhole(partsOf(['score', 'gateway']))).to.equal(false)
  })

  it('are whole when all are named', () => expect(isWhole(partsOf(all.toReversed()))).to.equal(true))

  for (const names of [['fetcher'], ['fetch', 'Render'], ['--port'], [''], ['constructor']]) {
    it(`have no ${names.at(-1) || 'empty name'}: says which there are`, () => {
      const failing = () => partsOf(names)
      expect(failing)
        .to.throw(StartError, names.at(-1))
        .with.property('message')
        .that.includes(all.join(', '))
    })
  }
})

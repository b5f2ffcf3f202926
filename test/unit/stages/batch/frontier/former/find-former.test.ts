import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import type { Batches } from '#shared/ports/batches.ts'
import { type FindOptions, makeFormerFinder } from '#stages/batch/frontier/former/find-former.ts'
import { emptyBatchesScript } from '#test/contract/batches.ts'

describe('makeFormerFinder', () => {
  let announced: string | null
  let calls: string[]
  let connections: Batches[]
  beforeEach(() => {
    announced = null
    calls = []
    connections = []
  })
  const make = (here: FindOptions['here'] = null) =>
    makeFormerFinder({
      here,
      announced: () => announced,
      ownAddress: () => 'own:1',
      connect(address) {
        calls.push(`open ${address}`)
        const close = () => void calls.push(`close ${address}`)
        const batches = { ...emptyBatchesScript(), ping: async () => undefined, close }
        connections.push(batches)
        return batches
      },
    })

  it('finds none where none is announced', () => {
    const finder = make()
    expect(finder.find()).to.equal(null)
    finder.close()
    expect(calls).to.deep.equal([])
  })

  it('finds the one of this process without a connection', () => {
    announced = 'a:1'
    const here = emptyBatchesScript()
    expect(make(here).find()).to.equal(here)
    expect(calls).to.deep.equal([])
  })

  it('keeps the connection until another part announces it, or it is closed', () => {
    const finder = make()
    announced = 'a:1'
    expect([finder.find(), finder.find()]).to.deep.equal([connections[0], connections[0]])
    announced = 'b:1'
    expect(finder.find()).to.equal(connections[1])
    expect(calls).to.deep.equal(['open a:1', 'close a:1', 'open b:1'])
    finder.close()
    expect(calls.at(-1)).to.equal('close b:1')
  })

  it('does not ask this process for what a former one had here', () => {
    announced = 'own:1'
    expect(() => make().find())
      .to.throw()
      .that.satisfies(isUnavailable)
    expect(calls).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { FirstPlaces } from '#stages/batch/site/audit-totals.ts'

const filled = (addresses: readonly number[]) => {
  const places = new FirstPlaces()
  for (const [place, address] of addresses.entries()) places.add(place, address)
  return places
}

describe('first places', () => {
  it('are in the order of their addresses, those of one address in the order in which they came', () => {
    expect(filled([5, 1, 5, 3]).first(9)).to.deep.equal([1, 3, 0, 2])
    expect(filled([5, 1, 5, 3]).first(2)).to.deep.equal([1, 3])
  })

  it('are the first 120, in whatever order they come', () => {
    const addresses = Array.from({ length: 1000 }, (_, at) => (at * 7) % 1000)
    const wanted = Array.from({ length: 120 }, (_, address) => addresses.indexOf(address))
    expect(filled(addresses).first(1000)).to.deep.equal(wanted)
  })
})

import { expect } from 'chai'
import { inspectionId, parseInspectionId } from '#stages/batch/frontier/frontier.ts'

describe('parseInspectionId', () => {
  it('returns batch and item', () => {
    expect(inspectionId('b', 7)).to.equal('b.7')
    expect(parseInspectionId('b.7')).to.deep.equal({ batch: 'b', seq: 7 })
    expect(parseInspectionId('x.y.12')).to.deep.equal({ batch: 'x.y', seq: 12 })
  })

  for (const id of [
    '',
    'b',
    'b.',
    '.7',
    'b.0',
    'b.07',
    'b.-1',
    'b.7x',
    'b.99999999999',
    'b.4294967296',
    'b.1.5e3',
  ]) {
    it(`rejects ${id}`, () => expect(parseInspectionId(id)).to.equal(null))
  }
})

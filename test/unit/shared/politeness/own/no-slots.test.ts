import { expect } from 'chai'
import { noSlots } from '#shared/politeness/own/no-slots.ts'

describe('no slots', () => {
  it('lease to every request', async () => {
    for (let n = 0; n < 3; n++) expect(await noSlots.acquire('a.example', null)).to.have.property('lease')
    expect(noSlots.takeKept('a.example')).to.equal(null)
  })
})

import { expect } from 'chai'
import { hasText } from '#gateway/console/app/ui/table/has-text.ts'

describe('console: a text in texts', () => {
  it('is found in any case, blank text in all', () => {
    expect(hasText(['Straße', null], 'STRASSE')).to.equal(false)
    expect(hasText([null, 'About Us'], ' about ')).to.equal(true)
    expect(hasText([], ' ')).to.equal(true)
    expect(hasText([undefined], 'a')).to.equal(false)
  })
})

import { expect } from 'chai'
import { storedText } from '#stages/batch/adapters/postgres/site/stored-text.ts'

describe('storedText', () => {
  it('has U+FFFD in place of each U+0000, which PostgreSQL does not store', () => {
    expect(storedText('a\0b\0')).to.equal('a\ufffdb\ufffd')
    expect(storedText('ü"\\')).to.equal('ü"\\')
  })
})

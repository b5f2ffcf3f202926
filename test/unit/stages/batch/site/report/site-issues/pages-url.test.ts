import { expect } from 'chai'
import { pagesUrl } from '#stages/batch/site/report/site-issues.ts'

describe('URL of the pages of a finding', () => {
  it('names the batch and the rule', () => {
    expect(pagesUrl('b', 'image-alt')).to.equal('/batches/b/pages?rule=image-alt')
    expect(pagesUrl('b', 'a&b')).to.equal('/batches/b/pages?rule=a%26b')
  })
})

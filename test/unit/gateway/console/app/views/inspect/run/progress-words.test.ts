import { expect } from 'chai'
import { progressInWords } from '#gateway/console/app/views/inspect/run/progress-words.ts'

describe('console: what is under way', () => {
  it('is a list that begins a sentence', () => {
    expect(progressInWords(['performance', 'seo-audit'])).to.equal('Measuring performance, auditing SEO')
    expect(progressInWords(['snapshot'])).to.equal('Taking the screenshot')
  })
})

import { expect } from 'chai'
import { allPagesText, severityName } from '#gateway/routes/batches/report/words/findings.ts'

describe('findings of a report', () => {
  it('have words for their severity and their pages', () => {
    expect(severityName('error')).to.equal('Error')
    expect(allPagesText({ pages: 1 })).to.equal('The page with this issue')
    expect(allPagesText({ pages: 12_000 })).to.equal('All 12,000 pages with this issue')
  })
})

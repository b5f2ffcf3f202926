import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { tipsPage } from '#infra/tools/readme.ts'

describe('page about the tips', () => {
  it('matches the tips (else: npm run readme)', () => {
    expect(readFileSync('stages/score/performance/README.md', 'utf8')).to.equal(tipsPage())
  })

  it('has a row for each tip', () => {
    expect(tipsPage()).to.include(
      '| `layout-shifts` | Content shifts while the page loads | CLS is over 0.1 | <https://web.dev/articles/optimize-cls> |',
    )
  })
})

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { rulesPage } from '#infra/tools/readme.ts'

describe('page about the rules', () => {
  it('matches the rules (else: npm run readme)', () => {
    expect(readFileSync('stages/score/audit/README.md', 'utf8')).to.equal(rulesPage())
  })

  it('has a row for each rule', () => {
    expect(rulesPage()).to.include(
      '| `title-missing` | error | metadata | Missing page title | Page has a title | <https://developers.google.com/search/docs/appearance/title-link> |',
    )
  })
})

import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { pageFindingPages } from '#stages/batch/adapters/sqlite/site/load/load-rules.ts'
import { loadSite } from '#stages/batch/adapters/sqlite/site/load/load-site.ts'
import { SITE_SCHEMA } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { fillSite } from '#test/support/site/site-builder.ts'

describe('pages of a finding about pages', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(SITE_SCHEMA)
  fillSite(db, {
    pages: {
      '/': { overall: 80, failedRules: ['image-alt', 'label'] },
      '/a': { overall: 100, failedRules: [] },
      '/b': { overall: 90, failedRules: ['label'] },
      '/c': {},
    },
  })
  const { results } = loadSite(db, { batch: 1, isCrawl: true, hasReadSitemaps: false })
  const findingOf = (rule: string) => pageFindingPages(db, 1, rule, results)
  const placesOf = (rule: string) => {
    const finding = findingOf(rule)
    return Array.from(results.n.keys()).filter((at) => finding.isFound(at))
  }

  it('are those that failed the rule, with what the audit says of each', () => {
    expect(placesOf('label')).to.deep.equal([0, 2])
    expect(placesOf('image-alt')).to.deep.equal([0])
    expect(findingOf('label').foundAt(2)).to.deep.equal({
      ...{ message: 'label failed', elements: 2, selector: 'p', snippet: '<p>' },
      evidence: [{ selector: 'p', value: 'fault of label' }],
    })
  })

  it('are none of a rule that no page failed', () => expect(placesOf('title-missing')).to.deep.equal([]))

  it('have nothing where nothing was stored: an earlier version did not', () => {
    db.exec('DELETE FROM site_found')
    expect(placesOf('label')).to.deep.equal([0, 2])
    expect(findingOf('label').foundAt(0)).to.equal(null)
  })
})

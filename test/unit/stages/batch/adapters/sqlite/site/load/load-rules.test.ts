import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { loadRules } from '#stages/batch/adapters/sqlite/site/load/load-rules.ts'
import { loadSite } from '#stages/batch/adapters/sqlite/site/load/load-site.ts'
import { SITE_SCHEMA } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { fillSite, urlOf } from '#test/support/site/site-builder.ts'

describe('rules that pages failed', () => {
  it('come with their texts, the one that takes most first, and the first ten pages in order', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    const paths = Array.from({ length: 12 }, (_, at) => `/${String.fromCharCode(97 + ((at * 5) % 12))}`)
    const pages = Object.fromEntries(
      paths.map((path, at) => [path, { overall: 5, failedRules: at < 3 ? ['rare', 'often'] : ['often'] }]),
    )
    fillSite(db, { pages })
    const { audits } = loadSite(db, { batch: 1, isCrawl: true, hasReadSitemaps: false })
    const rules = loadRules(db, { num: 1, id: 'b' }, audits)
    expect(
      rules.map(({ rule_id, pages, share, elements, points }) => ({
        rule_id,
        pages,
        share,
        elements,
        points,
      })),
    ).to.deep.equal([
      { rule_id: 'often', pages: 12, share: 1, elements: 24, points: 1.5 },
      { rule_id: 'rare', pages: 3, share: 0.25, elements: 6, points: 0.38 },
    ])
    expect(rules[0]).to.include({
      category: 'content',
      severity: 'warning',
      title: 'Title of often',
      docs_url: 'https://authority.test/',
      pages_url: '/batches/b/pages?rule=often',
    })
    expect(rules[0]?.examples.map(({ url }) => url)).to.deep.equal(paths.toSorted().slice(0, 10).map(urlOf))
    expect(rules[0]?.examples[0]).to.deep.include({ selector: 'p', snippet: '<p>', message: 'often failed' })
  })

  it('name more pages where that is asked for, and still the stored ones where nothing more was stored', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    const paths = Array.from({ length: 130 }, (_, at) => `/${String((at * 7) % 130).padStart(3, '0')}`)
    fillSite(db, {
      pages: Object.fromEntries(paths.map((path) => [path, { overall: 5, failedRules: ['often'] }])),
    })
    const site = loadSite(db, { batch: 1, isCrawl: true, hasReadSitemaps: false })
    const urls = (most: number) =>
      loadRules(db, { num: 1, id: 'b' }, site.audits, { most, site })[0]?.examples.map(({ url }) => url)
    expect(urls(120)).to.deep.equal(paths.toSorted().slice(0, 120).map(urlOf))
    expect(urls(23)).to.have.length(23)
    db.exec('DELETE FROM site_found')
    expect(urls(120)).to.deep.equal(paths.toSorted().slice(0, 10).map(urlOf))
  })

  it('say why they matter and what effort a fix takes, where this version has the rule', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    fillSite(db, { pages: { '/': { overall: 5, failedRules: ['title-missing', 'rule-of-tomorrow'] } } })
    const { audits } = loadSite(db, { batch: 1, isCrawl: true, hasReadSitemaps: false })
    const rules = new Map(loadRules(db, { num: 1, id: 'b' }, audits).map((rule) => [rule.rule_id, rule]))
    expect(rules.get('title-missing')?.why).to.be.a('string').and.not.equal('')
    expect(rules.get('title-missing')?.effort).to.equal('minutes')
    expect(rules.get('rule-of-tomorrow')).to.not.have.any.keys('why', 'effort')
  })
})

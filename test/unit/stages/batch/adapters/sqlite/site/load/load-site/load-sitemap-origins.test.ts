import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { loadSitemapOrigins } from '#stages/batch/adapters/sqlite/site/load/load-site.ts'
import { SITE_SCHEMA } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { fillSite } from '#test/support/site/site-builder.ts'

describe('origins whose sitemaps were read', () => {
  it('are those that were stored', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    fillSite(db, { pages: {}, sitemapOrigins: ['https://a.test', 'http://a.test:81'] })
    expect([...(loadSitemapOrigins(db, 1) ?? [])]).to.have.members(['https://a.test', 'http://a.test:81'])
    expect(loadSitemapOrigins(db, 2)).to.equal(null)
  })

  it('are not known of a file of a former version', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    db.exec('DROP TABLE site_sitemap_origins')
    expect(loadSitemapOrigins(db, 1)).to.equal(null)
  })
})

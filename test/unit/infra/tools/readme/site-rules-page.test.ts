import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { siteRulesPage } from '#infra/tools/readme.ts'

describe('README of the rules about sites', () => {
  it('is up to date (else: npm run readme)', () => {
    expect(readFileSync('stages/batch/site/README.md', 'utf8')).to.equal(siteRulesPage())
  })

  it('lists every rule that the contract of the report names', () => {
    const page = siteRulesPage()
    for (const id of contracted) expect(page).to.include(`| \`site-${id}\` |`)
  })
})

/** Rules that clients may rely on: infra/docs/batches.md#site-report. */
const contracted = [
  ...['duplicate-title', 'duplicate-description', 'duplicate-h1', 'duplicate-content', 'broken-link'],
  ...['broken-external-link', 'link-to-redirect', 'redirect-chain', 'redirect-loop', 'orphan-page'],
  ...['not-in-sitemap', 'sitemap-not-indexable', 'deep-page', 'dead-end', 'single-inlink', 'canonical-chain'],
  ...['canonical-to-not-indexable', 'hreflang-no-return', 'hreflang-to-not-indexable', 'mixed-variants'],
  ...['noindex-linked', 'nofollow-inside', 'robots-blocked-linked', 'duplicate-structured-id'],
]

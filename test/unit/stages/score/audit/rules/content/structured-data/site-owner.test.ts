import { expect } from 'chai'
import { allItems } from '#stages/score/audit/derived/structured/structured-data.ts'
import { isSiteOwner } from '#stages/score/audit/rules/content/structured-data/site-owner.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const siteName = '<meta property="og:site_name" content="Places">'

function owner(shop: object, { html = '', url = 'https://www.cups-mugs.example/page', isOnly = true } = {}) {
  const facts = auditFacts(
    structuredPage(`${html}${jsonLd({ '@type': 'Store', name: 'Cups', ...shop })}`, { url }),
  )
  const item = allItems(facts.structured).find(({ types }) => types.includes('Store'))
  return item && isSiteOwner(item, facts, isOnly)
}

// Google, review snippet: "if the entity that's being reviewed controls the reviews about itself".
describe('the owner of a site', () => {
  it('is told by the URL of an organization', () => {
    expect(owner({ url: 'https://cups-mugs.example' }, { html: siteName })).to.equal(true)
    expect(owner({ url: 'https://other.example/' })).to.equal(false)
    expect(owner({ url: '/page' })).to.equal(true)
    expect(owner({ url: '/page' }, { html: siteName })).to.equal(null)
    expect(owner({ url: '/shops/cups' })).to.equal(null)
  })

  it('is told by the name of the site or of its domain', () => {
    expect(owner({ name: 'PLACES!' }, { html: siteName, isOnly: false })).to.equal(true)
    expect(owner({ name: 'Cups & Mugs' }, { isOnly: false })).to.equal(true)
    expect(owner({}, { html: jsonLd({ '@type': 'WebSite', name: 'Cups' }), isOnly: false })).to.equal(true)
    expect(owner({}, { isOnly: false })).to.equal(null)
  })

  it('is the only organization of a homepage, or of a page that names no other', () => {
    expect(owner({}, { html: siteName, url: 'https://www.cups-mugs.example/' })).to.equal(true)
    expect(owner({})).to.equal(true)
    expect(owner({}, { html: siteName })).to.equal(null)
  })
})

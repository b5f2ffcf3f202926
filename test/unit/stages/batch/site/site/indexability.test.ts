import { expect } from 'chai'
import { notIndexableReasons } from '#stages/batch/site/site.ts'
import { type PagePlan, siteOf } from '#test/support/site/site-builder.ts'

/** The reason why the only page of a site cannot be indexed. */
function reasonOf(page: PagePlan): string | undefined {
  return notIndexableReasons[siteOf({ pages: { '/': page } }).pages.reason[0] as number]
}

/** Google Search Central, "HTTP status codes", "Block indexing", "Consolidate duplicate URLs". */
describe('whether a page can be indexed', () => {
  for (const [reason, page] of [
    ['none', {}],
    ['none', { status: 204 }],
    ['none', { canonical: '/' }],
    ['error', { status: 404 }],
    ['error', { status: 503 }],
    ['error', { status: 304 }],
    ['noindex', { isNoindex: true }],
    ['blocked', { isAllowed: false }],
    ['canonical', { canonical: '/another' }],
    ['redirect', { refresh: '/another', isNoindex: true }],
    ['error', { status: 404, refresh: '/another' }],
    // The first one that keeps the page out counts.
    ['error', { status: 404, isNoindex: true }],
    ['blocked', { isAllowed: false, isNoindex: true }],
    ['noindex', { isNoindex: true, canonical: '/another' }],
  ] as const) {
    it(`${JSON.stringify(page)}: ${reason}`, () => expect(reasonOf(page)).to.equal(reason))
  }
})

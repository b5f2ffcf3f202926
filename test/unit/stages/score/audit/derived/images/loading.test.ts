import { expect } from 'chai'
import { hasHighPriority, isLazy } from '#stages/score/audit/derived/images/loading.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const images = (html: string) => auditFacts({ html }).document.byTag('img', 'iframe')

describe('enumerated attributes of loading (HTML Standard, 2.3.3: an ASCII case-insensitive match)', () => {
  it('loading', () => {
    const html =
      '<img loading=lazy><iframe loading=LAZY></iframe><img loading=" lazy"><img loading=eager><img loading><img>'
    expect(images(html).map(isLazy)).to.deep.equal([true, true, false, false, false, false])
  })

  it('fetchpriority', () => {
    const html = '<img fetchpriority=high><img fetchpriority=High><img fetchpriority="high "><img>'
    expect(images(html).map(hasHighPriority)).to.deep.equal([true, true, false, false])
  })
})

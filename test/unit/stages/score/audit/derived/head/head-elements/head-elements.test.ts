import { expect } from 'chai'
import { standsInHead } from '#stages/score/audit/derived/head/head-elements.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('elements of the head', () => {
  const html =
    '<head><meta name="a"><noscript><link rel="b"></noscript></head><body><meta name="c"><noscript><link rel="d"></noscript></body>'

  it('are its children', () => {
    const { document } = auditFacts({ html })
    expect(document.byTag('meta').map((meta) => standsInHead(document, meta))).to.deep.equal([true, false])
  })

  it('and what noscript holds where no scripts run', () => {
    const { scriptless } = auditFacts({ html })
    expect(scriptless.byTag('link').map((link) => standsInHead(scriptless, link))).to.deep.equal([
      true,
      false,
    ])
  })
})

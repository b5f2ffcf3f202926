import { expect } from 'chai'
import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import {
  decodeAuditFacts,
  decodePageFacts,
  encodePageFacts,
} from '#shared/messages/payloads/site-facts-text.ts'
import { auditParameters } from '#shared/operations/seo-audit.ts'
import { audit } from '#stages/score/score.worker.ts'
import { auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

const facts: PageSiteFacts = {
  ...{
    finalUrl: PAGE_URL,
    status: 200,
    redirects: [],
    isBlocked: false,
    title: 'T',
    description: null,
    h1: null,
  },
  ...{ canonical: null, isNoindex: false, isAllowed: true, alternates: [], links: [], nodes: [], words: 1 },
  ...{ bytes: 2, text: null },
}

function auditOf(html: string, siteFacts: string) {
  const { material, body } = auditMaterial({ html })
  const request = auditParameters.parse({ url: PAGE_URL })
  return audit({ input: { ...material, siteFacts }, body, request } as unknown as Parameters<typeof audit>[0])
}

describe('audit in the facts for the report on a site', () => {
  const image = '<img src="/1.png"><img src="/2.png">'
  const { result, siteFacts } = auditOf(`<html lang=en><title></title>${image}`, encodePageFacts(facts))
  const read = decodeAuditFacts(siteFacts ?? '')

  it('is added to those of the page', () => {
    expect(decodePageFacts(siteFacts ?? '')).to.deep.equal(facts)
    expect(read?.overall).to.equal(result.scoring.overall)
    expect(read?.byCategory).to.deep.equal(result.scoring.by_category)
  })

  it('has the points that a rule takes from the score, and what was found, as the issue has it', () => {
    const found = read?.rules.find(({ id }) => id === 'image-alt')
    const deduction = result.scoring.deductions.find((one) => one.rule_id === 'image-alt')
    // Accessibility is 15 % of the score.
    expect(found?.points)
      .to.be.closeTo((deduction?.points ?? 0) * 0.15, 0.005)
      .and.above(0)
    expect(found?.evidence).to.have.length(2)
    expect(found?.evidence).to.deep.equal(
      result.issues.find((issue) => issue.source_rule === 'image-alt')?.evidence,
    )
    for (const { severity, points } of read?.rules ?? []) if (severity === 'info') expect(points).to.equal(0)
  })

  it('names each rule that the page failed, with its elements and the first finding', () => {
    const rules = new Map(read?.rules.map((rule) => [rule.id, rule]))
    expect([...rules.keys()]).to.have.members([...new Set(result.issues.map((issue) => issue.source_rule))])
    expect(rules.get('image-alt')).to.include({
      elements: 2,
      snippet: '<img src="/1.png">',
      category: 'accessibility',
      title: 'Images without alternative text',
      message: '2 of 2 images have no alternative text: /1.png.',
    })
    expect(rules.get('title-blank') ?? rules.get('title-missing')).to.include({
      category: 'metadata',
      severity: 'error',
    })
    for (const { title, fix, docsUrl, message } of rules.values()) {
      for (const text of [title, fix, message]) expect(text.length).to.be.within(1, 500)
      expect(docsUrl).to.match(/^https?:/)
    }
  })
})

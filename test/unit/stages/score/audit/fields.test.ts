import { expect } from 'chai'
import { auditGroups } from '#shared/operations/seo-audit.ts'
import { seoAuditResult } from '#shared/operations/seo-audit-result.ts'
import { auditResult } from '#stages/score/audit/audit-result.ts'
import { withFields } from '#stages/score/audit/fields.ts'
import { judgePage } from '#stages/score/audit/judge.ts'
import { rules } from '#stages/score/audit/rules.ts'
import { auditFacts, auditMaterial, PAGE_URL } from '#test/tools/audit-page.ts'

function audit(vitals: 'synthetic' | 'none' = 'synthetic') {
  const page = { html: '<!doctype html><title>A page</title><img src=a.png><h1>A</h1><a href=/x>x</a>' }
  const facts = auditFacts(page)
  const { judgements } = judgePage(rules, facts)
  return auditResult(facts, auditMaterial(page).material, judgements, {
    url: PAGE_URL,
    device: 'mobile',
    vitals,
  })
}

const always = ['schema_version', 'url', 'scannedAt']

describe('fields of an audit (decisions section 5)', () => {
  it('brings every group by default, and they are what is published', () => {
    const result = withFields(audit(), 'all')
    expect(Object.keys(result)).to.have.members([
      ...always,
      ...auditGroups.filter((group) => group !== 'all'),
    ])
    expect(seoAuditResult.strict().safeParse(result).error?.issues ?? []).to.deep.equal([])
  })

  for (const group of auditGroups.filter((name) => name !== 'all')) {
    it(`${group} alone`, () => {
      expect(Object.keys(withFields(audit(), group))).to.have.members([...always, group])
    })
  }

  it('combines groups, in any order', () => {
    expect(Object.keys(withFields(audit(), 'summary, scoring'))).to.have.members([
      ...always,
      'scoring',
      'summary',
    ])
  })

  it('has no estimate of vitals where none is asked for', () => {
    expect(audit('none').web_vitals).to.equal(null)
  })

  it('gives the same page the same bytes', () => {
    expect(JSON.stringify(audit())).to.equal(JSON.stringify(audit()))
  })
})

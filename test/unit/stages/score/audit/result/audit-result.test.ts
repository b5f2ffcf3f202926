import { expect } from 'chai'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { auditGroups } from '#shared/operations/seo-audit.ts'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import { auditResult, selectFields } from '#stages/score/audit/result/audit-result.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { auditFacts, auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

function audit(vitals: 'synthetic' | 'none' = 'synthetic') {
  const page = { html: '<!doctype html><title>A page</title><img src=a.png><h1>A</h1><a href=/x>x</a>' }
  const facts = auditFacts(page)
  const { ruleResults } = runRules(rules, facts)
  return auditResult(facts, auditMaterial(page).material, ruleResults, {
    url: PAGE_URL,
    device: 'mobile',
    vitals,
  })
}

const always = ['schema_version', 'url', 'scannedAt']

describe('selectFields', () => {
  it('returns every group by default, in the published shape', () => {
    const result = selectFields(audit(), 'all')
    expect(Object.keys(result)).to.have.members([
      ...always,
      ...auditGroups.filter((group) => group !== 'all'),
    ])
    expect(seoAuditResult.strict().safeParse(result).error?.issues ?? []).to.deep.equal([])
  })

  for (const group of auditGroups.filter((name) => name !== 'all')) {
    it(`returns ${group} only`, () => {
      expect(Object.keys(selectFields(audit(), group))).to.have.members([...always, group])
    })
  }

  it('combines groups, in any order', () => {
    expect(Object.keys(selectFields(audit(), 'summary, scoring'))).to.have.members([
      ...always,
      'scoring',
      'summary',
    ])
  })

  it('has no estimate of vitals unless it is requested', () => {
    expect(audit('none').web_vitals).to.equal(null)
  })

  it('returns the same bytes for the same page', () => {
    expect(JSON.stringify(audit())).to.equal(JSON.stringify(audit()))
  })
})

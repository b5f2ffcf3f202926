import { expect } from 'chai'
import { ruleTexts } from '#shared/operations/rule-texts.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import { rules } from '#stages/score/audit/rules/index.ts'

describe('texts of rules', () => {
  it('are found by the id of a rule about pages or about the site', () => {
    for (const { id, title, why, effort } of [...rules, ...siteRules])
      expect(ruleTexts(id), id).to.deep.equal({ title, why, effort })
    for (const id of ['', 'unknown', 'constructor', '__proto__']) expect(ruleTexts(id)).to.equal(null)
  })
})

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { RULE_TEXTS_FILE, ruleTextsFile } from '#infra/tools/rule-texts.ts'

describe('file of the texts of rules', () => {
  it('has them as the rules have them (else: npm run readme)', () =>
    expect(readFileSync(RULE_TEXTS_FILE, 'utf8')).to.equal(ruleTextsFile()))
})

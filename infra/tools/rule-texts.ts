import { siteRules } from '#stages/batch/site/rules/index.ts'
import { rules } from '#stages/score/audit/rules/index.ts'

/** Where the texts of all rules stand for the parts that do not have the rules themselves. */
export const RULE_TEXTS_FILE = 'shared/operations/rule-texts.json'

/** Generates that file: what is wrong, why it matters, and what effort its fix takes, by the id of the rule. */
export function ruleTextsFile(): string {
  const texts = [...rules, ...siteRules].map(({ id, title, why, effort }) => [id, { title, why, effort }])
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}

import texts from './rule-texts.json' with { type: 'json' }

/** What is said of a rule wherever it found something. */
export interface RuleTexts {
  /** What is wrong, in a few words. */
  readonly title: string
  /** Why it matters to the owner of the page or site. */
  readonly why: string
  /** What a fix takes of somebody who knows the site. */
  readonly effort: 'minutes' | 'hours' | 'days'
}

const byId: ReadonlyMap<string, RuleTexts> = new Map(
  Object.entries(texts as Readonly<Record<string, RuleTexts>>),
)

/** The texts of a rule about pages or about the site; null for one that this version does not have. */
export function ruleTexts(id: string): RuleTexts | null {
  return byId.get(id) ?? null
}

/** What the pages that failed a rule add up to. */
export interface RuleTotals {
  readonly pages: number
  /** Affected elements of all of them. */
  readonly elements: number
  /** What the rule takes from their scores, in hundredths. */
  readonly points: number
  /** Places of the first results that failed it, in order of their URLs. */
  readonly first: { first(most: number): readonly number[] }
}

/** What the audits of a site add up to. Rules and categories are numbers of texts. */
export interface AuditTotals {
  readonly audited: number
  readonly rules: ReadonlyMap<number, RuleTotals>
  /** By category: the score of each result, in hundredths; 0 without. */
  readonly byCategory: ReadonlyMap<number, Uint16Array>
}

/** What the audits of a site add up to. Rules and categories are numbers of texts. */
export interface AuditTotals {
  readonly audited: number
  /** Pages that failed each rule, affected elements of all of them, and the points that it takes from their scores, in hundredths. */
  readonly rules: ReadonlyMap<
    number,
    { readonly pages: number; readonly elements: number; readonly points: number }
  >
  /** By category: the score of each result, in hundredths; 0 without. */
  readonly byCategory: ReadonlyMap<number, Uint16Array>
}

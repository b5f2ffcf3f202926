/** The path of all pages of a finding, by the id of its rule. */
export function pagesUrl(batch: string, rule: string): string {
  return `/batches/${batch}/pages?rule=${encodeURIComponent(rule)}`
}

/** What a check does while a person waits for it. */
const doing: Readonly<Record<string, string>> = {
  snapshot: 'taking the screenshot',
  metadata: 'reading metadata',
  performance: 'measuring performance',
  'seo-audit': 'auditing SEO',
}

/** What is under way, as the beginning of a sentence: `Measuring performance, auditing SEO`. */
export function progressInWords(checks: readonly string[]): string {
  const words = checks.map((name) => doing[name] ?? name).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

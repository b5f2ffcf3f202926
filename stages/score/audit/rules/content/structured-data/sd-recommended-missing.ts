import type { StructuredFinding } from '#shared/messages/payloads/structured-data.ts'
import { articleItems, hasAnyDate } from '../../../derived/structured/article-facts.ts'
import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'
import type { Facts } from '../../../facts/facts.ts'

export const sdRecommendedMissing = rule({
  id: 'sd-recommended-missing',
  severity: 'info',
  title: 'Structured data without recommended properties',
  passTitle: 'Structured data has the recommended properties',
  why: 'The more recommended properties an item has, the better Google can present it.',
  fix: 'Add those of the properties that apply, with values that are on the page.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
  needs: ['document', 'structured'],
  messages: {
    missing:
      '{affected} of {total} structured data {total:item|items} {affected:lacks|lack} a property that Google recommends. {first}',
  },

  check(facts) {
    return evaluateFindings(
      facts,
      'sd-recommended-missing',
      'missing',
      (finding) => !isReportedElsewhere(finding, facts),
    )
  },
})

/** An article without an author is reported by author-missing, one without a date by date-missing. */
function isReportedElsewhere(
  finding: StructuredFinding,
  facts: Pick<Facts, 'document' | 'structured'>,
): boolean {
  const { type, path, offset } = finding
  const isOfArticle = articleItems(facts.structured).some(
    (item) => item.offset === offset && item.types[0] === type,
  )
  const property = path.replace(/^mainEntity\./, '')
  if (!isOfArticle) return false
  if (property === 'author') return true
  return (property === 'datePublished' || property === 'dateModified') && !hasAnyDate(facts)
}

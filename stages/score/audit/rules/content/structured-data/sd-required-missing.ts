import type { StructuredFinding } from '#shared/messages/payloads/structured-data.ts'
import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdRequiredMissing = rule({
  id: 'sd-required-missing',
  severity: 'error',
  title: 'Structured data without required properties',
  passTitle: 'Structured data has all required properties',
  why: 'Google shows a rich result only for items that have all required properties.',
  fix: 'Add the missing properties, with values that are on the page.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
  needs: ['document', 'structured'],
  messages: {
    missing:
      '{affected} of {total} structured data {total:item|items} {affected:lacks|lack} a property that the rich result requires. {first}',
  },

  check(facts) {
    const { findings } = facts.structured
    const retired = findings.filter(
      ({ rule: id, type }) => id === 'sd-rich-result-retired' && type === 'FAQPage',
    )
    return evaluateFindings(
      facts,
      'sd-required-missing',
      'missing',
      (finding) => !retired.some((page) => isOf(page, finding)),
    )
  },
})

/** Questions and answers have no required properties any more; they are reported by sd-rich-result-retired. */
function isOf(page: StructuredFinding, { offset, type, path }: StructuredFinding): boolean {
  return offset === page.offset && (type === 'FAQPage' || path.startsWith('mainEntity'))
}

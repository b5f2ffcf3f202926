import { vocabulary } from '../vocabulary.ts'
import { type Findings, typeNameOf, type Visit } from './findings.ts'

/** A rich result that Google no longer shows. Its markup stays valid. */
interface Retirement {
  /** The type that it was made of. */
  readonly type: string
  /** The property that it required; absent where the type sufficed. */
  readonly property?: string
  readonly feature: string
  /** The day since which it is no longer shown. */
  readonly since: string
}

// Sources: developers.google.com/search/blog 2023/08/howto-faq-changes, 2024/10/sitelinks-search-box,
// 2025/06/simplifying-search-results, 2020/01/data-vocabulary; the documentation's changelog of 2026-05-08 (FAQ).
const retirements: readonly Retirement[] = [
  { type: 'HowTo', feature: 'how-to', since: '2023-09-13' },
  { type: 'WebSite', property: 'potentialAction', feature: 'sitelinks search box', since: '2024-11-21' },
  { type: 'ClaimReview', feature: 'claim review', since: '2025-06-12' },
  { type: 'CourseInstance', feature: 'course info', since: '2025-06-12' },
  { type: 'Occupation', property: 'estimatedSalary', feature: 'estimated salary', since: '2025-06-12' },
  { type: 'OccupationAggregationByEmployer', feature: 'estimated salary', since: '2025-06-12' },
  { type: 'LearningResource', feature: 'learning video', since: '2025-06-12' },
  { type: 'Vehicle', property: 'offers', feature: 'vehicle listing', since: '2025-06-12' },
  { type: 'Book', property: 'workExample', feature: 'book actions', since: '2025-06-12' },
  { type: 'SpecialAnnouncement', feature: 'special announcement', since: '2025-07-31' },
  { type: 'FAQPage', feature: 'FAQ', since: '2026-05-07' },
]

/** A whole vocabulary, not schema.org's. */
const retiredVocabulary = {
  pattern: /^https?:\/\/(?:www\.|rdf\.)?data-vocabulary\.org\//i,
  since: '2021-01-29',
}

/** Reports markup for rich results that Google no longer shows. */
export function checkRetired({ node, path }: Visit, findings: Findings): void {
  const place = { rule: 'sd-rich-result-retired', type: typeNameOf(node), path, offset: node.offset } as const
  for (const { type, property, feature, since } of retirements) {
    // schema.org has Recipe below HowTo; Google never treated recipes as how-tos.
    const isMade = node.types.some((own) => (property ? vocabulary().isA(own, type) : own === type))
    if (!isMade || (property && !node.properties.has(property))) continue
    findings.add('notice', { ...place, message: `Google shows no ${feature} rich results since ${since}` })
  }
  if (node.otherTypes.some((type) => retiredVocabulary.pattern.test(type)))
    findings.add('notice', {
      ...place,
      message: `Google ignores data-vocabulary.org since ${retiredVocabulary.since}`,
    })
}

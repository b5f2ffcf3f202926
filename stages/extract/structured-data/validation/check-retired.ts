import { vocabulary } from '../vocabulary.ts'
import { type Findings, typeNameOf } from './finding.ts'
import { retiredVocabulary, retirements } from './retired.data.ts'
import type { Visit } from './visit.ts'

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

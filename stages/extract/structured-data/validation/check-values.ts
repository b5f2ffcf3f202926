import { type ItemNode, type ItemValue, isNode, isReference, type Literal } from '../item.ts'
import { vocabulary } from '../vocabulary.ts'
import { type Findings, typeNameOf } from './finding.ts'
import { faultOfValue, ratingOf } from './values.ts'
import { pathTo, type Visit } from './visit.ts'

const maxQuoted = 60

function isLiteral(value: ItemValue): value is Literal {
  return !isNode(value) && !isReference(value)
}

function quoted(value: Literal): string {
  const text = String(value)
  return `"${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}"`
}

function numberIn(node: ItemNode, property: string): number | null {
  const value = node.properties.get(property)?.[0]
  return value !== undefined && isLiteral(value) ? (ratingOf(value)?.onScale ?? null) : null
}

/**
 * The fault of a rating outside its scale. Without a scale it is out of five. Zero is accepted as "no rating yet".
 */
function faultOfScale(node: ItemNode): string | null {
  const rating = numberIn(node, 'ratingValue')
  const best = numberIn(node, 'bestRating') ?? 5
  const worst = numberIn(node, 'worstRating') ?? 0
  if (rating === null || (rating >= worst && rating <= best)) return null
  return `the rating ${rating} is not between ${worst} and ${best}`
}

/** Checks that values fit their property: dates, numbers, URLs, codes, enumerations, ratings. */
export function checkValues({ node, path }: Visit, findings: Findings): void {
  const place = { rule: 'sd-invalid-value', type: typeNameOf(node), offset: node.offset } as const
  for (const [property, values] of node.properties) {
    const kind = vocabulary().kindOf(property)
    for (const [index, value] of values.entries()) {
      const wanted = isLiteral(value) ? faultOfValue(property, value, kind) : null
      if (wanted === null) continue
      const message = `${property} is ${quoted(value as Literal)}, not ${wanted}`
      findings.add('warning', { ...place, path: pathTo(path, property, index, values.length), message })
    }
  }
  const message = faultOfScale(node)
  if (message !== null)
    findings.add('warning', { ...place, path: pathTo(path, 'ratingValue', 0, 1), message })
}

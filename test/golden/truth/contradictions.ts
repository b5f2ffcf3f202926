import { type Answer, answerOf, type Knowledge } from './answer.ts'
import { nearPairs, nearPairsOfElements, ofContent, ofIndexing } from './invariants.ts'

/** What is not true of the answer, and which two rules tell one fault twice. */
export function* contradictions(known: Knowledge): Generator<string> {
  const answer = answerOf(known)
  for (const [invariant, holds] of Object.entries({ ...ofIndexing, ...ofContent }))
    if (!holds(answer)) yield `not true: ${invariant}`
  for (const [one, other] of nearPairs)
    if (answer.failed.has(one) && answer.failed.has(other)) yield `both ${one} and ${other}`
  for (const [one, other] of nearPairsOfElements)
    if (shareElement(answer, one, other)) yield `both ${one} and ${other} of one element`
}

function shareElement(answer: Answer, one: string, other: string): boolean {
  const nodes = new Set(answer.evidenceOf(one).flatMap(({ node }) => node ?? []))
  return answer.evidenceOf(other).some(({ node }) => node !== null && nodes.has(node))
}

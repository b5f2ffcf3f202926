import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import type { WeighedElement } from './head-weights.ts'
import { weighedHead } from './head-weights.ts'

export const headOrder = rule({
  id: 'head-order',
  severity: 'info',
  title: 'Head elements in a slow order',
  passTitle: 'Head elements are in a fast order',
  why: 'Everything after a blocking script waits until it has been downloaded and run, and a script after a style sheet waits for that style sheet.',
  fix: 'Order the head like this: charset and viewport, title, preconnect, async scripts, scripts, style sheets, preloads, deferred scripts, everything else.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://rviscomi.github.io/capo.js/',
  needs: ['document'],
  messages: {
    late: '{affected} of {total} head {total:element|elements} {affected:is|are} delayed by one that could come later: {element}.',
  },

  check({ document }) {
    const head = weighedHead(document)
    if (head.length === 0) return notApplicable
    const late = waiting(head)
    if (late.length === 0) return pass
    const extent = { affected: late.length, total: head.length }
    const evidence = late
      .slice(0, 10)
      .map(({ element }) => elementEvidence(element, document.snippetOf(element)))
    return fail('late', { evidence, extent })
  },
})

/**
 * Elements that wait for a blocking one. Inversions without cost, such as a description before the title, are left
 * out.
 */
function waiting(head: readonly WeighedElement[]): WeighedElement[] {
  let [script, sheet] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const late: WeighedElement[] = []
  for (const one of head) {
    const waitsForSheet =
      one.weight > sheet && one.element.name === 'script' && one.element.attribs.async === undefined
    if (one.weight > script || waitsForSheet) late.push(one)
    if (one.blocks === 'all') script = Math.min(script, one.weight)
    if (one.blocks === 'scripts') sheet = Math.min(sheet, one.weight)
  }
  return late
}

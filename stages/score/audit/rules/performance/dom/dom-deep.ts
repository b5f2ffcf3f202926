import { treeShape } from '../../../derived/page/tree.ts'
import { elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD = 32

export const domDeep = rule({
  id: 'dom-deep',
  severity: 'warning',
  title: 'Elements nest little',
  why: 'Styles and layout of an element depend on all that it stands in. Lighthouse advises at most 32 levels.',
  fix: 'Leave out wrappers that only carry styles.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  needs: ['document'],
  messages: { deep: 'Elements nest {depth} levels deep; up to {good} is good.' },
  thresholds: { good: 'up to 32 levels', needs_improvement: 'more than 32 levels', poor: 'none' },

  check({ document }) {
    const { depth, deepest } = treeShape(document)
    if (depth > GOOD && deepest !== null)
      return fail('deep', {
        values: { depth, good: GOOD },
        evidence: [elementEvidence(deepest, `level ${depth}`)],
      })
    return document.cut === null ? pass : notDecidable('truncated')
  },
})

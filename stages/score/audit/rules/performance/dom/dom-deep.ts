import { treeShape } from '../../../derived/page/tree.ts'
import { elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD = 32

export const domDeep = rule({
  id: 'dom-deep',
  severity: 'warning',
  title: 'DOM nested too deeply',
  passTitle: 'DOM nesting is shallow',
  why: 'The styles and layout of an element depend on all of its ancestors. Lighthouse recommends at most 32 levels.',
  fix: 'Remove wrapper elements that only carry styles.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  needs: ['document'],
  messages: { deep: 'The DOM is {depth} levels deep at {element}; up to {good} is good.' },
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

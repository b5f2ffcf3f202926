import { treeShape } from '../../../derived/page/tree.ts'
import { elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD = 800

export const domLarge = rule({
  id: 'dom-large',
  severity: 'warning',
  title: 'Too many DOM elements',
  passTitle: 'DOM size is reasonable',
  why: 'Every element costs memory, and time whenever styles and layout are calculated. Lighthouse warns above 800 elements in the body and reports an error above 1,400.',
  fix: 'Remove wrapper elements, paginate long lists, and create hidden parts only when they are needed.',
  effort: 'days',
  impact: 'medium',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  needs: ['document'],
  messages: { large: 'The body has {count} elements; up to {good} is good.' },
  thresholds: {
    good: 'up to 800 elements',
    needs_improvement: '801 to 1,400 elements',
    poor: 'more than 1,400 elements',
  },

  check({ document }) {
    const { elements } = treeShape(document)
    const evidence = document.body === null ? [] : [elementEvidence(document.body, `${elements} elements`)]
    if (elements > GOOD) return fail('large', { values: { count: elements, good: GOOD }, evidence })
    return document.cut === null ? pass : notDecidable('truncated')
  },
})

import { treeShape } from '../../../derived/page/tree.ts'
import { elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD = 60

export const domWide = rule({
  id: 'dom-wide',
  severity: 'warning',
  title: 'Elements have few children',
  why: 'A change to one child can make the browser lay out all the others. Lighthouse advises at most 60 children; rows of tables and options are not counted here.',
  fix: 'Show long lists in parts, or group them.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  needs: ['document'],
  messages: { wide: 'An element has {width} children; up to {good} is good.' },
  thresholds: { good: 'up to 60 children', needs_improvement: 'more than 60 children', poor: 'none' },

  check({ document }) {
    const { width, widest } = treeShape(document)
    if (width > GOOD && widest !== null)
      return fail('wide', {
        values: { width, good: GOOD },
        evidence: [elementEvidence(widest, `${width} children`)],
      })
    return document.cut === null ? pass : notDecidable('truncated')
  },
})

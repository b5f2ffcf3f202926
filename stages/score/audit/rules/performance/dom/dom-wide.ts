import { treeShape } from '../../../derived/page/tree.ts'
import { elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD = 60

export const domWide = rule({
  id: 'dom-wide',
  severity: 'warning',
  title: 'Element with too many children',
  passTitle: 'No element has too many children',
  why: 'A change to one child can make the browser lay out all of its siblings again. Lighthouse recommends at most 60 children; table rows and options are not counted here.',
  fix: 'Paginate long lists, or split them into groups.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  needs: ['document'],
  messages: { wide: '{element} has {width} children; up to {good} is good.' },
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

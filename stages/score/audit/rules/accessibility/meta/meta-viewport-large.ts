import { zoomLimits } from '../../../derived/page/zoom-limits.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** A limit below 2 is reported by `meta-viewport`. */
export const metaViewportLarge = rule({
  id: 'meta-viewport-large',
  severity: 'info',
  title: 'Page can be zoomed to five times its size',
  why: 'Some people need text far larger than twice its size.',
  fix: 'Remove maximum-scale from the viewport meta element, or set it to 5 or more.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/meta-viewport-large',
  needs: ['document'],
  messages: { limited: 'The viewport meta element limits zooming: {setting}.' },

  check({ document }) {
    const limits = zoomLimits(document)
    if (limits.length === 0) return notApplicable
    const limiting = limits.find(({ scale }) => scale >= 2 && scale < 5)
    if (limiting === undefined) return pass
    const { element, setting } = limiting
    return fail('limited', {
      values: { setting: setting.slice(0, 100) },
      evidence: [elementEvidence(element, setting)],
    })
  },
})

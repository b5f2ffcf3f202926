import { viewports, zoomLimits } from '../../../derived/page/zoom-limits.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metaViewportLarge = rule({
  id: 'meta-viewport-large',
  severity: 'info',
  title: 'Zooming limited to less than 500 %',
  passTitle: 'Page can be zoomed to 500 %',
  why: 'Some people need text far larger than 200 %.',
  fix: 'Remove maximum-scale from the viewport meta tag, or set it to 5 or more.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/meta-viewport-large',
  excludes: 'A scale below 2 and user-scalable=no are reported by meta-viewport.',
  needs: ['document'],
  messages: { limited: 'The viewport meta tag limits zooming: {setting}.' },

  check({ document }) {
    if (viewports(document).length === 0) return notApplicable
    const limiting = zoomLimits(document).find(({ scale }) => scale >= 2 && scale < 5)
    if (limiting === undefined) return pass
    const { element, setting } = limiting
    return fail('limited', {
      values: { setting: setting.slice(0, 100) },
      evidence: [elementEvidence(element, setting)],
    })
  },
})

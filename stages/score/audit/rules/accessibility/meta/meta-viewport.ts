import { viewports, zoomLimits } from '../../../derived/page/zoom-limits.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metaViewport = rule({
  id: 'meta-viewport',
  severity: 'error',
  title: 'Zooming blocked',
  passTitle: 'Page can be zoomed to 200 %',
  why: 'People with low vision pinch to zoom. A page that blocks zooming, or limits it to less than 200 %, excludes them.',
  fix: 'Remove user-scalable=no, and maximum-scale below 2, from the viewport meta tag.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/',
  needs: ['document'],
  messages: { blocked: 'The viewport meta tag blocks zooming: {setting}.' },

  check({ document }) {
    if (viewports(document).length === 0) return notApplicable
    const blocking = zoomLimits(document).find(({ scale }) => scale < 2)
    if (blocking === undefined) return pass
    const { element, setting } = blocking
    return fail('blocked', {
      values: { setting: setting.slice(0, 100) },
      evidence: [elementEvidence(element, setting)],
    })
  },
})

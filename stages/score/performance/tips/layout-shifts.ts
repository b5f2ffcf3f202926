import type { Tip } from '../advice/tip.ts'
import { metrics } from '../vitals/metrics.ts'

export const layoutShifts: Tip = {
  id: 'layout-shifts',
  when: 'CLS is over 0.1',
  learnMore: 'https://web.dev/articles/optimize-cls',
  find({ vitals: { cls }, measurement }) {
    if (cls.value === null || cls.value <= metrics.cls.good) return null
    const { target } = measurement.vitals.cls.attribution
    const most = typeof target === 'string' ? `, most of all ${target}` : ''
    const message = `Content moved while the page loaded (CLS ${cls.value})${most}: reserve space for late content.`
    return { message, savings: { cls: cls.value - metrics.cls.good } }
  },
}

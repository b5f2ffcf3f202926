import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import type { Tip } from '../advice/tip.ts'
import { metrics } from '../vitals/metrics.ts'

/** Maximum characters of a frame's URL in the message. */
const SHOWN = 100

export const layoutShifts: Tip = {
  id: 'layout-shifts',
  title: 'Content shifts while the page loads',
  effort: 'medium',
  when: 'CLS is over 0.1',
  learnMore: 'https://web.dev/articles/optimize-cls',
  find({ vitals: { cls }, measurement }) {
    if (cls.value === null || cls.value <= metrics.cls.good) return null
    const { target, frame } = measurement.vitals.cls.attribution
    const where = typeof frame === 'string' ? `the content of the frame ${frame.slice(0, SHOWN)}` : target
    const most = typeof where === 'string' ? `, above all ${where}` : ''
    const message = `Content shifts while the page loads (CLS ${cls.value})${most}. Reserve space for late content.`
    const place =
      typeof frame === 'string' ? { url: frame } : typeof target === 'string' && { selector: target }
    const items = place ? [itemOf({ ...place, text: shiftOf(measurement) })] : []
    return { message, savings: { cls: cls.value - metrics.cls.good }, items }
  },
}

function shiftOf({ vitals: { cls } }: Measurement): string | null {
  const { largest_shift: shift } = cls.attribution
  return typeof shift === 'number' ? `shift of ${Math.round(shift * 1000) / 1000}` : null
}

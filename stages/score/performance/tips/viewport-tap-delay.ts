import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import type { Tip } from '../advice/tip.ts'

/** Maximum characters of the page's own setting in the message. */
const SHOWN = 80

/**
 * Saves nothing of the measured INP: the emulated device does not wait for double taps, so that the input delay that is
 * measured has other reasons.
 */
export const viewportTapDelay: Tip = {
  id: 'viewport-tap-delay',
  title: 'Taps delayed by the viewport setting',
  effort: 'low',
  when: 'on a phone or tablet: the layout is wider than the device, and a double tap would zoom',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/viewport',
  find({ measurement: { document, environment } }) {
    if (!document || environment.device === 'desktop') return null
    const { width } = environment.viewport
    if (document.layoutWidth <= width || !canDoubleTap(document)) return null
    const { viewport, layoutWidth } = document
    const setting = viewport === null ? 'no meta viewport' : `viewport "${viewport.slice(0, SHOWN)}"`
    const message = `The layout is ${layoutWidth} px wide on a device of ${width} px (${setting}), so browsers wait up to 300 ms after each tap for a second one. Set width=device-width, initial-scale=1.`
    const items = viewport === null ? [] : [itemOf({ selector: 'meta[name=viewport]', text: viewport })]
    return { message, items }
  },
}

/** Not where the page forbids zooming, or any double tap by CSS. */
function canDoubleTap({ viewport, touchAction }: LabDocument): boolean {
  const isFixed = /(^|[\s,;])user-scalable\s*=\s*(no|0)\b/i.test(viewport ?? '')
  return touchAction === 'auto' && !isFixed
}

import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { durationOf } from '../advice/saved-time.ts'
import { ms, nameOf, plural, type Tip, type TipItem } from '../advice/tip.ts'
import type { LabFacts } from '../facts.ts'
import { type HidingFont, hidingFonts } from '../resources/fonts.ts'

/** After this time browsers show the text in another font, in milliseconds (CSS Fonts Module Level 4, section 11.1). */
const BLOCK_MS = 3000
/** Text that waited for a font is painted within this time after it, in milliseconds. */
const PAINT_MS = 250
/** Tolerance between the clocks of requests and of paints, in milliseconds. */
const CLOCKS_MS = 20

export const fontsDisplay: Tip = {
  id: 'fonts-display',
  title: 'Text hidden until its font loads',
  effort: 'low',
  when: 'a font that the page uses hides its text until it is loaded: font-display is auto or block',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/font-display',
  find(facts) {
    const fonts = hidingFonts(facts.measurement)
    const longest = fonts.toSorted((one, other) => hiddenMs(other) - hiddenMs(one))
    const [slowest] = longest
    if (slowest === undefined) return null
    const { request, family, display } = slowest
    const file = request === null ? '' : ` (${nameOf(request.url)})`
    const time = request === null ? 'until loaded' : `for up to ${ms(hiddenMs(slowest))}`
    const lcp = Math.max(0, ...fonts.map((font) => heldLcp(facts, font.request)))
    const held = lcp > 0 ? ` This delays the largest text by ${ms(lcp)}.` : ''
    const message = `${plural(fonts.length, 'font hides its', 'fonts hide their')} text ${time}: ${family}${file} has font-display: ${display}.${held} Use font-display: swap or optional to show the text at once.`
    return { message, ...(lcp > 0 && { savings: { lcp } }), items: longest.map(toItem) }
  },
}

function toItem(font: HidingFont): TipItem {
  const { request, family, display } = font
  const ms = request === null ? null : hiddenMs(font)
  return itemOf({ url: request?.url ?? null, ms, text: `${family}, font-display: ${display}` })
}

function hiddenMs({ request }: HidingFont): number {
  return request === null ? 0 : Math.min(durationOf(request), BLOCK_MS)
}

/**
 * How long the font held back the largest text: since it was requested, but not before the first paint. 0 where the
 * text was not painted right after the font. FCP counts invisible text, so it is not held back.
 */
function heldLcp({ vitals, lcpImage, measurement }: LabFacts, request: LabRequest | null): number {
  const { fcp, lcp } = vitals
  const isText = lcpImage === null && typeof measurement.vitals.lcp.attribution.url !== 'string'
  if (request?.endMs == null || fcp.value === null || lcp.value === null || !isText) return 0
  const { startMs, endMs } = request
  const sinceShown = lcp.value - Math.min(endMs, startMs + BLOCK_MS)
  if (sinceShown < -CLOCKS_MS || sinceShown > PAINT_MS) return 0
  return Math.max(0, lcp.value - Math.max(startMs, fcp.value))
}

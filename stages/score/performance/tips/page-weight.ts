import { filesBySize } from '../advice/items.ts'
import { kib, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** A tenth of all pages is lighter (Lighthouse, total byte weight, p10). */
const MOST_BYTES = 2667 * 1024

export const pageWeight: Tip = {
  id: 'page-weight',
  title: 'Heavy page',
  effort: 'high',
  when: 'the page transfers more than 2,667 KiB',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight/',
  find({ measurement: { requests } }) {
    const bytes = transferOf(requests)
    if (bytes <= MOST_BYTES) return null
    const message = `The page transferred ${kib(bytes)}. More than ${kib(MOST_BYTES)} is slow and expensive on mobile networks.`
    return { message, wastedBytes: bytes - MOST_BYTES, items: filesBySize(requests) }
  },
}

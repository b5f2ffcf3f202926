import { filesBySize } from '../advice/items.ts'
import { kib, plural, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** Fewer bytes are not reported, whatever their share. */
const LEAST_BYTES = 300 * 1024

export const thirdPartyWeight: Tip = {
  id: 'third-party-weight',
  title: 'Heavy files of other sites',
  effort: 'medium',
  when: "other sites transfer more than 300 KiB and more than the page's own site",
  learnMore: 'https://web.dev/articles/efficiently-load-third-party-javascript',
  find({ parties: { first, third } }) {
    const bytes = transferOf(third)
    const own = transferOf(first)
    if (bytes <= LEAST_BYTES || bytes <= own) return null
    const message = `${plural(third.length, 'request')} to other sites transferred ${kib(bytes)}, the page's own site ${kib(own)}. Remove what the page does not need.`
    return { message, wastedBytes: bytes - own, items: filesBySize(third) }
  },
}

import { filesBySize } from '../advice/items.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** web.dev, Your first performance budget: for a desktop. */
const MOST_BYTES = 300 * 1024

export const scriptWeight: Tip = {
  id: 'script-weight',
  title: 'Too much JavaScript',
  effort: 'high',
  when: 'scripts transfer more than 300 KiB, the budget of a desktop page',
  learnMore: 'https://web.dev/articles/your-first-performance-budget',
  find({ measurement: { requests } }) {
    const scripts = requests.filter(({ kind }) => kind === 'javascript')
    const bytes = transferOf(scripts)
    const [largest] = scripts.toSorted((one, other) => other.transferBytes - one.transferBytes)
    if (largest === undefined || bytes <= MOST_BYTES) return null
    const message = `${plural(scripts.length, 'script')} transferred ${kib(bytes)}, ${nameOf(largest.url)} ${kib(largest.transferBytes)}. Split off what the first screen does not need.`
    return { message, wastedBytes: bytes - MOST_BYTES, items: filesBySize(scripts) }
  },
}

import { filesBySaving } from '../advice/items.ts'
import { savedByBytes } from '../advice/saved-time.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import { compressionSaving, isUncompressed } from '../resources/text.ts'

/** Lighthouse's minimum for a report, in bytes. */
const LEAST_BYTES = 1400

export const textUncompressed: Tip = {
  id: 'text-uncompressed',
  title: 'Uncompressed text files',
  effort: 'low',
  when: 'gzip or Brotli would save 1,400 bytes or more on texts that were sent uncompressed',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression/',
  find(facts) {
    const saved = facts.measurement.requests
      .filter(isUncompressed)
      .map((request) => ({ request, bytes: compressionSaving(request) }))
      .filter(({ bytes }) => bytes > 0)
    const finding = savedByBytes(facts, saved)
    const [largest] = saved.toSorted((one, other) => other.bytes - one.bytes)
    if (largest === undefined || finding.wastedBytes < LEAST_BYTES) return null
    const message = `${plural(saved.length, 'text file')} sent uncompressed, above all ${nameOf(largest.request.url)}. Enable gzip or Brotli. Saves ${kib(finding.wastedBytes)}.`
    return { message, ...finding, items: filesBySaving(saved) }
  },
}

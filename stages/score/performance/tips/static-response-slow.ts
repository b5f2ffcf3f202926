import { filesByTime } from '../advice/items.ts'
import { durationOf } from '../advice/saved-time.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

/** Files that take hardly any time on the line, and the limit for the server, as for the document. */
const SMALL_BYTES = 32 * 1024
const MOST_MS = 600

export const staticResponseSlow: Tip = {
  id: 'static-response-slow',
  title: 'Slow static files',
  effort: 'medium',
  when: "one of the site's own files of 32 KiB or less takes more than 600 ms on a connection that is not throttled",
  learnMore: 'https://web.dev/articles/content-delivery-networks',
  find({ ownFiles, measurement: { environment } }) {
    if (environment.downloadBytesPerSecond !== null) return null
    const slow = ownFiles
      .map(({ request }) => request)
      .filter((request) => request.transferBytes <= SMALL_BYTES && durationOf(request) > MOST_MS)
      .toSorted((one, other) => durationOf(other) - durationOf(one))
    const [slowest] = slow
    if (slowest === undefined) return null
    const message = `${plural(slow.length, 'small file')} took more than ${ms(MOST_MS)}, ${nameOf(slowest.url)} ${ms(durationOf(slowest))}. Serve static files from disk or a CDN.`
    return { message, items: filesByTime(slow) }
  },
}

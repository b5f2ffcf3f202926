import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { filesBySize } from '../advice/items.ts'
import { plural, type Tip } from '../advice/tip.ts'

/** Number of connections that browsers open to an origin by HTTP/1.1 (Lighthouse, modern HTTP). */
const LEAST_REQUESTS = 6
const FILES: ReadonlySet<LabRequest['kind']> = new Set(['javascript', 'stylesheet', 'image', 'font', 'media'])
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const http1: Tip = {
  id: 'http1',
  title: 'Files loaded over HTTP/1.1',
  effort: 'low',
  when: 'six files or more came from one origin by HTTP/1.1, loopback excluded',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/modern-http',
  find({ measurement: { requests } }) {
    const old = requests.filter(isOld)
    const [busiest] = [...Map.groupBy(old, ({ url }) => new URL(url).origin)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    )
    if (busiest === undefined || busiest[1].length < LEAST_REQUESTS) return null
    const [origin, own] = busiest
    return {
      message: `${plural(own.length, 'file')} came from ${origin} over HTTP/1.1. Use HTTP/2 or HTTP/3, so that none waits for another.`,
      items: filesBySize(own),
    }
  },
}

function isOld({ protocol, kind, url, isRedirect }: LabRequest): boolean {
  return (
    /^http\/1/i.test(protocol ?? '') &&
    FILES.has(kind) &&
    !isRedirect &&
    !LOOPBACK.test(new URL(url).hostname)
  )
}

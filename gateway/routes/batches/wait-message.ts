import type { BatchWait } from '#shared/ports/batch-pace.ts'

/** What the pages of a host wait for, in words. `now`: milliseconds since the epoch. */
export function waitMessage(wait: BatchWait, now: number): string {
  const { reason, delayMs } = wait
  const rate = `1 request ${every(delayMs ?? 0)}`
  if (reason === 'crawl_delay') return `the site allows ${rate} (Crawl-delay in robots.txt)`
  if (reason === 'delay') return `${rate}: the delay between requests to one host`
  const seconds = Math.max(1, Math.ceil((Date.parse(wait.until) - now) / 1000))
  return `waits ${seconds} s: ${causeOf(wait)}`
}

function causeOf({ reason, url, status }: BatchWait): string {
  const path = url === null ? null : pathOf(url)
  if (reason === 'robots_unavailable') return 'robots.txt is unavailable'
  if (reason === 'failures') return `requests fail${path === null ? '' : `, the last one to ${path}`}`
  const responded = `${path ?? 'a page'} responded ${status ?? 'with an error'}`
  return reason === 'retry_after' ? `${responded} and asked to wait (Retry-After)` : responded
}

/** Characters of a path that are shown. */
const MAX_PATH = 200

function pathOf(url: string): string {
  const { pathname = url, search = '' } = URL.parse(url) ?? {}
  const path = pathname + search
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH)}…`
}

function every(ms: number): string {
  return ms === 1000 ? 'per second' : `every ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`}`
}

import { expect } from 'chai'
import { waitMessage } from '#gateway/routes/batches/wait-message.ts'
import type { BatchWait } from '#shared/ports/batch-pace.ts'

const now = Date.parse('2026-11-22T10:31:00Z')
const wait: BatchWait = {
  host: 'shop.example',
  until: '2026-11-22T10:31:03.200Z',
  reason: 'status_503',
  url: 'https://shop.example/x?y=1',
  status: 503,
  delayMs: null,
}

describe('what a batch waits for, in words', () => {
  for (const [more, message] of [
    [{}, 'waits 4 s: /x?y=1 responded 503'],
    [{ url: null }, 'waits 4 s: a page responded 503'],
    [{ reason: 'status_429', status: 429 }, 'waits 4 s: /x?y=1 responded 429'],
    [{ reason: 'retry_after' }, 'waits 4 s: /x?y=1 responded 503 and asked to wait (Retry-After)'],
    [{ reason: 'failures', status: null }, 'waits 4 s: requests fail, the last one to /x?y=1'],
    [{ reason: 'failures', status: null, url: null }, 'waits 4 s: requests fail'],
    [{ reason: 'robots_unavailable', url: null, status: null }, 'waits 4 s: robots.txt is unavailable'],
    [
      { reason: 'crawl_delay', delayMs: 1000 },
      'the site allows 1 request per second (Crawl-delay in robots.txt)',
    ],
    [
      { reason: 'crawl_delay', delayMs: 2500 },
      'the site allows 1 request every 2.5 s (Crawl-delay in robots.txt)',
    ],
    [{ reason: 'delay', delayMs: 1000 }, '1 request per second: the delay between requests to one host'],
    [{ reason: 'delay', delayMs: 200 }, '1 request every 200 ms: the delay between requests to one host'],
    [{ until: '2026-11-22T10:30:00Z' }, 'waits 1 s: /x?y=1 responded 503'],
  ] as const) {
    it(message, () => expect(waitMessage({ ...wait, ...more }, now)).to.equal(message))
  }

  it('has no more than 200 characters of a path', () => {
    const url = `https://shop.example/${'a'.repeat(300)}`
    expect(waitMessage({ ...wait, url }, now)).to.equal(`waits 4 s: /${'a'.repeat(199)}… responded 503`)
  })
})

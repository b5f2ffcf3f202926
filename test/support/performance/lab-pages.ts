import type { LabImage, LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type Given, image, page, request, vital } from '#test/support/performance/lab-measurement.ts'

/** A script of 2 KiB from the page's own site. */
export const file = (more: Partial<LabRequest> = {}) =>
  request('/app.js', { kind: 'javascript', mimeType: 'text/javascript', transferBytes: 2048, ...more })
/** A page with one script that is sent with these headers. */
export const withHeaders = (headers: Readonly<Record<string, string>>): Given => ({
  requests: [page, file({ headers })],
})

/** An image as the largest paint, requested and loaded at these times. */
export function hero(startMs: number, endMs: number, lcp: number, shown: Partial<LabImage> = {}): Given {
  const picture = {
    kind: 'image',
    mimeType: 'image/webp',
    transferBytes: 15_360,
    decodedBytes: 15_000,
  } as const
  return {
    vitals: { lcp: vital(lcp), ttfb: vital(120) },
    requests: [page, request('/hero.webp', { ...picture, startMs, endMs })],
    images: [image('/hero.webp', { isLcp: true, ...shown })],
  }
}

/** An image of 400 x 300 pixels. */
export function picture(bytes: number, mimeType: string, shown: Partial<LabImage> = {}): Given {
  const sizes = { decodedBytes: bytes, transferBytes: bytes }
  return {
    requests: [page, request('/a', { kind: 'image', mimeType, ...sizes })],
    images: [image('/a', shown)],
  }
}

/** A file that holds back the first paint at 900 ms and ends at `endMs`. */
export function blocking(url: string, kind: LabRequest['kind'], endMs: number): Given {
  return {
    vitals: { fcp: vital(900), ttfb: vital(120) },
    requests: [page, request(url, { kind, startMs: 130, endMs, isRenderBlocking: true })],
  }
}

/** Work of the main thread; there are a script of the site and one of another site. */
export function busy(
  kind: 'script' | 'style_layout' | 'other',
  ms: number,
  url: string | null = null,
): Given {
  const third = request('https://ads.example.net/x.js', { kind: 'javascript' })
  return { requests: [page, file(), third], mainThread: [{ url, kind, ms }] }
}

/** URLs of the two scripts of `busy`. */
export const OWN_SCRIPT = 'https://shop.example.com/app.js'
export const FOREIGN_SCRIPT = 'https://ads.example.net/x.js'

/** An interaction with these phases, in milliseconds. */
export function slow(input_delay_ms: number, processing_ms: number, presentation_ms: number): Given {
  const parts = { input_delay_ms, processing_ms, presentation_ms, target: 'button#buy' }
  return { vitals: { inp: vital(input_delay_ms + processing_ms + presentation_ms, parts) } }
}

/** One file of this kind and size. */
export const sized = (kind: LabRequest['kind'], transferBytes: number, url = '/big'): Given => ({
  requests: [page, request(url, { kind, transferBytes })],
})

/** Scripts that came by this protocol. */
export const old = (count: number, protocol = 'http/1.1', origin = 'https://shop.example.com'): Given => ({
  requests: [
    page,
    ...Array.from({ length: count }, (_, at) =>
      request(`${origin}/${at}.js`, { kind: 'javascript', protocol }),
    ),
  ],
})

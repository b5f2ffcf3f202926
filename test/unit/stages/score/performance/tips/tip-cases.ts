import type { LabImage, LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type Given, image, noVital, page, phone, request, vital } from '../lab-measurement.ts'

/** A run where a tip is given, with its message, and a run at the bound, where it is not. */
export interface TipCase {
  readonly given: Given
  readonly says: readonly string[]
  readonly not: Given
}

const file = (more: Partial<LabRequest> = {}) =>
  request('/app.js', { kind: 'javascript', mimeType: 'text/javascript', transferBytes: 2048, ...more })
const withHeaders = (headers: Readonly<Record<string, string>>): Given => ({
  requests: [page, file({ headers })],
})

/** An image as the largest paint, requested and loaded at these times. */
function hero(startMs: number, endMs: number, lcp: number, shown: Partial<LabImage> = {}): Given {
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
function picture(bytes: number, mimeType: string, shown: Partial<LabImage> = {}): Given {
  const sizes = { decodedBytes: bytes, transferBytes: bytes }
  return {
    requests: [page, request('/a', { kind: 'image', mimeType, ...sizes })],
    images: [image('/a', shown)],
  }
}

function blocking(url: string, kind: LabRequest['kind'], endMs: number): Given {
  return {
    vitals: { fcp: vital(900), ttfb: vital(120) },
    requests: [page, request(url, { kind, startMs: 130, endMs, isRenderBlocking: true })],
  }
}

function busy(kind: 'script' | 'style_layout' | 'other', ms: number, url: string | null = null): Given {
  const third = request('https://ads.example.net/x.js', { kind: 'javascript' })
  return { requests: [page, file(), third], mainThread: [{ url, kind, ms }] }
}

const OWN_SCRIPT = 'https://shop.example.com/app.js'
const FOREIGN_SCRIPT = 'https://ads.example.net/x.js'

function slow(input_delay_ms: number, processing_ms: number, presentation_ms: number): Given {
  const parts = { input_delay_ms, processing_ms, presentation_ms, target: 'button#buy' }
  return { vitals: { inp: vital(input_delay_ms + processing_ms + presentation_ms, parts) } }
}

const sized = (kind: LabRequest['kind'], transferBytes: number, url = '/big'): Given => ({
  requests: [page, request(url, { kind, transferBytes })],
})

const old = (count: number, protocol = 'http/1.1', origin = 'https://shop.example.com'): Given => ({
  requests: [
    page,
    ...Array.from({ length: count }, (_, at) =>
      request(`${origin}/${at}.js`, { kind: 'javascript', protocol }),
    ),
  ],
})

/** Thresholds of the tips' own pages; figures computed by hand. */
export const tipCases: Readonly<Record<string, TipCase>> = {
  'cache-forbidden': {
    given: withHeaders({ 'cache-control': 'no-store' }),
    says: ['1 file (2 KiB)', 'no-store', 'shop.example.com/app.js'],
    not: withHeaders({ 'cache-control': 'no-cache' }),
  },
  'cache-headers-missing': {
    given: withHeaders({ etag: '"a"' }),
    says: ['1 file (2 KiB)', 'neither Cache-Control nor Expires'],
    not: withHeaders({ expires: 'Mon, 22 Nov 2027 12:00:00 GMT' }),
  },
  'cache-lifetime-short': {
    given: withHeaders({ 'cache-control': 'max-age=604800', age: '1' }),
    says: ['1 file (2 KiB)', '7 days'],
    not: withHeaders({ 'cache-control': 'max-age=604801' }),
  },
  'cache-revalidation': {
    given: withHeaders({ 'cache-control': 'no-cache' }),
    says: ['1 file (2 KiB)', 'no-cache'],
    not: withHeaders({ 'cache-control': 'no-cache, no-store' }),
  },
  'content-behind-fetch': {
    given: {
      vitals: { lcp: vital(2600) },
      requests: [page, request('/api', { kind: 'fetch', startMs: 200, endMs: 900 })],
    },
    says: ['shop.example.com/api', '700 ms'],
    not: {
      vitals: { lcp: vital(2600) },
      requests: [page, request('/api', { kind: 'fetch', startMs: 200, endMs: 800 })],
    },
  },
  'document-no-store': {
    given: { requests: [{ ...page, headers: { 'cache-control': 'private, no-store' } }] },
    says: ['no-store', 'comes back'],
    not: {},
  },
  'document-redirects': {
    given: {
      finalUrl: 'https://shop.example.com/en/',
      requests: [
        request('/', { kind: 'document', status: 302, isRedirect: true, startMs: 0, endMs: 150 }),
        request('/en', { kind: 'document', status: 301, isRedirect: true, startMs: 150, endMs: 290 }),
        request('/en/', { kind: 'document', startMs: 300, endMs: 420 }),
      ],
    },
    says: ['2 redirects', '300 ms', 'link to shop.example.com/en/ directly'],
    not: {},
  },
  'fonts-format': {
    given: {
      requests: [page, request('/a.woff', { kind: 'font', mimeType: 'font/woff', transferBytes: 20_480 })],
    },
    says: ['1 font (20 KiB)', '30 %'],
    not: {
      requests: [page, request('/a.woff2', { kind: 'font', mimeType: 'application/octet-stream' })],
    },
  },
  'fonts-late': {
    given: {
      vitals: { fcp: vital(240) },
      requests: [page, request('/a.woff2', { kind: 'font', startMs: 241 })],
    },
    says: ['1 font', '240 ms', '241 ms'],
    not: {
      vitals: { fcp: vital(240) },
      requests: [page, request('/a.woff2', { kind: 'font', startMs: 240 })],
    },
  },
  http1: {
    given: old(6),
    says: ['6 files', 'https://shop.example.com'],
    not: { requests: [...(old(5).requests ?? []), ...(old(9, 'h2').requests ?? [])] },
  },
  'images-animated-gif': {
    // 29.1 x log10(200,000) - 100.7 = 54 % of 195.3 KiB
    given: picture(200_000, 'image/gif'),
    says: ['1 image in GIF', '105.5 KiB'],
    not: picture(102_400, 'image/gif'),
  },
  'images-legacy-format': {
    given: picture(30_240, 'image/jpeg'),
    says: ['1 image', '10 KiB'],
    not: picture(24_096, 'image/jpeg'),
  },
  'images-offscreen': {
    given: picture(20_480, 'image/webp', { isInViewport: false }),
    says: ['1 image', '20 KiB', 'lazy'],
    not: picture(20_479, 'image/webp', { isInViewport: false }),
  },
  'images-oversized': {
    given: picture(16_384, 'image/webp', { shownWidth: 200, shownHeight: 150 }),
    says: ['1 image', '12 KiB'],
    not: picture(16_384, 'image/webp', { shownWidth: 400, shownHeight: 300 }),
  },
  'images-undercompressed': {
    given: picture(30_240, 'image/avif'),
    says: ['1 image', '10 KiB'],
    not: picture(24_096, 'image/avif'),
  },
  'inp-input-delay': {
    given: slow(300, 100, 40),
    says: ['button#buy', '440 ms', '300 ms', 'until its handlers began'],
    not: slow(120, 50, 30),
  },
  'inp-presentation': {
    given: slow(10, 100, 150),
    says: ['260 ms', '150 ms', 'until the next frame'],
    not: slow(10, 150, 100),
  },
  'inp-processing': {
    given: slow(10, 250, 8),
    says: ['268 ms', '250 ms', 'in its handlers'],
    not: { vitals: { inp: noVital('no_interactive_element') } },
  },
  'layout-shifts': {
    given: { vitals: { cls: vital(0.5, { target: 'main' }) } },
    says: ['CLS 0.5', 'main'],
    not: { vitals: { cls: vital(0.1) } },
  },
  'lcp-image-late': {
    // 621 - 120 = 501 > 10 % of 900
    given: hero(621, 700, 900),
    says: ['shop.example.com/hero.webp', '501 ms'],
    not: hero(219, 300, 900),
  },
  'lcp-image-lazy': {
    given: hero(420, 500, 600, { isLazy: true }),
    says: ['shop.example.com/hero.webp', '300 ms'],
    not: hero(420, 500, 600),
  },
  'lcp-image-slow': {
    // 500 of 1,000 ms, 400 is 40 %
    given: hero(130, 630, 1000),
    says: ['500 ms', '1,000 ms', '15 KiB'],
    not: hero(130, 530, 1000),
  },
  'lcp-render-delay': {
    given: hero(130, 300, 800),
    says: ['500 ms'],
    not: hero(130, 701, 800),
  },
  'main-thread-busy': { given: busy('other', 2018), says: ['2,018 ms'], not: busy('other', 2017) },
  'media-preload': {
    given: sized('media', 1024 * 1024 + 1),
    says: ['1 request', '1,024 KiB'],
    not: sized('media', 1024 * 1024),
  },
  'page-weight': {
    given: sized('other', 2667 * 1024),
    says: ['2,668 KiB'],
    not: sized('other', 2667 * 1024 - 1000),
  },
  'render-blocking-scripts': {
    given: blocking('/app.js', 'javascript', 520),
    says: ['1 script', '400 ms', 'shop.example.com/app.js'],
    not: blocking('/app.js', 'javascript', 219),
  },
  'render-blocking-styles': {
    // Not longer than until the first paint: 900 - 120.
    given: blocking('/a.css', 'stylesheet', 1200),
    says: ['1 style sheet', '780 ms'],
    not: blocking('/a.css', 'stylesheet', 219),
  },
  'render-blocking-third-party': {
    given: blocking('https://fonts.example.net/css', 'stylesheet', 520),
    says: ['1 file of another site', '400 ms', 'fonts.example.net/css'],
    not: blocking('https://static.example.com/css', 'stylesheet', 520),
  },
  'requests-failed': {
    given: {
      requests: [
        page,
        file({ status: 404 }),
        request('/gone', { kind: 'image', status: null, hasFailed: true }),
      ],
    },
    says: ['2 requests', 'shop.example.com/app.js (404)'],
    not: {
      requests: [{ ...page, status: 404 }, file({ status: 304 }), file({ status: 206, hasFailed: true })],
    },
  },
  'resource-redirects': {
    given: { requests: [page, file({ status: 302, isRedirect: true, startMs: 130, endMs: 230 })] },
    says: ['1 redirect', '100 ms'],
    not: { requests: [page, request('https://ads.example.net/', { isRedirect: true })] },
  },
  'script-execution': {
    given: busy('script', 1283, OWN_SCRIPT),
    says: ['1,283 ms', 'shop.example.com/app.js'],
    not: busy('script', 1282, OWN_SCRIPT),
  },
  'script-long-running': {
    given: busy('script', 201, OWN_SCRIPT),
    says: ['1 script', '201 ms'],
    not: busy('script', 200, OWN_SCRIPT),
  },
  'script-weight': {
    given: sized('javascript', 300 * 1024 + 1024),
    says: ['1 script', '301 KiB'],
    not: sized('javascript', 300 * 1024),
  },
  'server-response-slow': {
    given: { vitals: { ttfb: vital(900) } },
    says: ['900 ms', '600 ms'],
    // As short as the emulated latency allows.
    not: { environment: phone, vitals: { ttfb: vital(615) } },
  },
  'static-response-slow': {
    given: { requests: [page, file({ startMs: 100, endMs: 801 })] },
    says: ['1 small file', '701 ms'],
    not: { environment: phone, requests: [page, file({ startMs: 100, endMs: 801 })] },
  },
  'style-layout-work': { given: busy('style_layout', 501), says: ['501 ms'], not: busy('style_layout', 500) },
  'text-uncompressed': {
    given: {
      requests: [page, file({ decodedBytes: 40_960, compressed: { gzip: 12_288, brotli: 10_240 } })],
    },
    says: ['1 text', '30 KiB'],
    not: { requests: [page, file({ decodedBytes: 2000, compressed: { gzip: 700, brotli: 601 } })] },
  },
  'third-party-execution': {
    given: busy('script', 251, FOREIGN_SCRIPT),
    says: ['1 script', '251 ms', 'ads.example.net/x.js'],
    not: busy('script', 251, OWN_SCRIPT),
  },
  'third-party-weight': {
    given: sized('media', 301 * 1024, 'https://video.example.net/'),
    says: ['1 request', '301 KiB', '1 KiB'],
    not: sized('media', 300 * 1024, 'https://video.example.net/'),
  },
  'validators-missing': {
    given: withHeaders({ 'cache-control': 'max-age=600' }),
    says: ['1 file (2 KiB)', 'ETag'],
    not: withHeaders({ 'cache-control': 'max-age=31536000, immutable' }),
  },
  'vary-everything': {
    given: withHeaders({ 'cache-control': 'max-age=600', vary: '*' }),
    says: ['1 file (2 KiB)', 'Vary: *'],
    not: withHeaders({ 'cache-control': 'max-age=600', vary: 'Accept-Encoding' }),
  },
}

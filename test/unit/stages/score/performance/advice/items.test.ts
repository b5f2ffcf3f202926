import { expect } from 'chai'
import type { TipItem } from '#stages/score/performance/advice/tip.ts'
import { tips } from '#stages/score/performance/tips/index.ts'
import {
  facts,
  type Given,
  image,
  labDocument,
  page,
  request,
  vital,
} from '#test/support/performance/lab-measurement.ts'

const js = (path: string, transferBytes: number, more: Parameters<typeof request>[1] = {}) =>
  request(path, { kind: 'javascript', mimeType: 'text/javascript', transferBytes, ...more })
const css = (path: string, transferBytes: number, endMs: number) =>
  request(path, { kind: 'stylesheet', isRenderBlocking: true, transferBytes, startMs: 130, endMs })
const picture = (path: string, transferBytes: number) =>
  request(path, { kind: 'image', mimeType: 'image/png', transferBytes, decodedBytes: transferBytes })

interface Case {
  readonly given: Given
  /** What the message says of the number of its items and of their sum. */
  readonly says: readonly string[]
  /** Path or selector, bytes, milliseconds, text. */
  readonly items: readonly (readonly [string | null, number | null, number | null, string | null])[]
}

const KIB = 1024

/** Tips that count several files or elements, with the figures of their messages by hand. */
const cases: Readonly<Record<string, Case>> = {
  'cache-headers-missing': {
    given: { requests: [page, js('/a.js', 2 * KIB), js('/b.js', 3 * KIB)] },
    says: ['2 files (5 KiB)', 'the largest shop.example.com/b.js'],
    items: [
      ['/b.js', 3 * KIB, null, null],
      ['/a.js', 2 * KIB, null, null],
    ],
  },
  'cache-lifetime-short': {
    given: { requests: [page, js('/a.js', KIB, { headers: { 'cache-control': 'max-age=60', etag: '1' } })] },
    says: ['1 file (1 KiB)'],
    items: [['/a.js', KIB, null, 'Cache-Control: max-age=60']],
  },
  'render-blocking-styles': {
    given: {
      vitals: { ttfb: vital(120), fcp: vital(900) },
      requests: [page, css('/a.css', 2 * KIB, 420), css('/b.css', KIB, 860)],
    },
    // 860 - 120 and 420 - 120.
    says: ['2 style sheets', 'shop.example.com/b.css, delay first paint by 740 ms'],
    items: [
      ['/b.css', KIB, 740, null],
      ['/a.css', 2 * KIB, 300, null],
    ],
  },
  'images-legacy-format': {
    // 400 x 300 pixels / 6 = 20,000 bytes are enough.
    given: {
      requests: [page, picture('/a.png', 30_240), picture('/b.png', 40_480)],
      images: [image('/a.png'), image('/b.png')],
    },
    says: ['2 images', 'above all shop.example.com/b.png', 'Saves about 30 KiB'],
    items: [
      ['/b.png', 20_480, null, 'of 39.5 KiB'],
      ['/a.png', 10_240, null, 'of 29.5 KiB'],
    ],
  },
  'images-oversized': {
    // A quarter of the pixels is shown: 3/4 of 16 KiB.
    given: {
      requests: [page, picture('/a.png', 16 * KIB)],
      images: [image('/a.png', { shownWidth: 200, shownHeight: 150 })],
    },
    says: ['1 image', 'Saves about 12 KiB'],
    items: [['/a.png', 12 * KIB, null, '400 x 300 pixels, shown at 200 x 150 CSS pixels']],
  },
  'images-unsized': {
    given: {
      requests: [page, picture('/a.png', 10), picture('/b.png', 10)],
      images: [
        image('/a.png', { hasReservedSpace: false }),
        image('/b.png', { hasReservedSpace: false, shownHeight: 500 }),
      ],
    },
    says: ['2 images', 'above all shop.example.com/b.png', '500 px'],
    items: [
      ['/b.png', null, null, 'shown at 400 x 500 CSS pixels'],
      ['/a.png', null, null, 'shown at 400 x 300 CSS pixels'],
    ],
  },
  'javascript-unused': {
    given: {
      requests: [page, js('/a.js', 40 * KIB, { decodedBytes: 40 * KIB })],
      coverage: [
        { url: 'https://shop.example.com/a.js', kind: 'javascript', characters: 400, unusedCharacters: 300 },
      ],
    },
    says: ['1 script', '30 KiB of 40 KiB unused', 'Saves about 30 KiB'],
    items: [['/a.js', 30 * KIB, null, 'of 40 KiB']],
  },
  'document-redirects': {
    given: {
      requests: [
        request('/old', { kind: 'document', isRedirect: true, status: 301, startMs: 0, endMs: 90 }),
        request('/older', { kind: 'document', isRedirect: true, status: 302, startMs: 100, endMs: 240 }),
        { ...page, startMs: 250, endMs: 300 },
      ],
    },
    // 250 in all: 100 and 150.
    says: ['2 redirects before the page took 250 ms'],
    items: [
      ['/old', null, 100, '301'],
      ['/older', null, 150, '302'],
    ],
  },
  'script-long-running': {
    given: {
      mainThread: [
        { url: 'https://shop.example.com/a.js', kind: 'script', ms: 250 },
        { url: 'https://shop.example.com/b.js', kind: 'script', ms: 420 },
        { url: 'https://shop.example.com/c.js', kind: 'script', ms: 200 },
      ],
    },
    says: ['2 scripts', 'shop.example.com/b.js for 420 ms'],
    items: [
      ['/b.js', null, 420, null],
      ['/a.js', null, 250, null],
    ],
  },
  'main-thread-busy': {
    given: {
      mainThread: [
        { url: null, kind: 'style_layout', ms: 1100 },
        { url: 'https://shop.example.com/a.js', kind: 'script', ms: 1400 },
      ],
    },
    says: ['busy for 2,500 ms'],
    items: [
      ['/a.js', null, 1400, 'scripts'],
      [null, null, 1100, 'style and layout'],
    ],
  },
  'forced-reflow': {
    given: {
      forcedReflows: [
        { url: 'https://shop.example.com/a.js', ms: 60, count: 3 },
        { url: null, ms: 30, count: 1 },
      ],
    },
    says: ['4 times for 90 ms'],
    items: [
      ['/a.js', null, 60, '3 times'],
      [null, null, 30, '1 time'],
    ],
  },
  'requests-failed': {
    given: {
      requests: [
        page,
        js('/gone.js', 0, { status: 404 }),
        js('/none.js', 0, { status: null, hasFailed: true }),
      ],
    },
    says: ['2 requests failed', 'shop.example.com/gone.js (404)'],
    items: [
      ['/gone.js', null, null, '404'],
      ['/none.js', null, null, 'no response'],
    ],
  },
  'dom-size': {
    given: { document: labDocument({ elements: 1500, depth: 7, mostChildren: 61 }) },
    says: ['7 levels deep at html>body>main>p>a', '61 children in html>body>main'],
    items: [
      ['html>body>main', null, null, '61 children'],
      ['html>body>main>p>a', null, null, '7 levels deep'],
    ],
  },
  'layout-shifts': {
    given: { vitals: { cls: vital(0.5, { target: 'main>img', largest_shift: 0.31249 }) } },
    says: ['above all main>img'],
    items: [['main>img', null, null, 'shift of 0.312']],
  },
  'lcp-image-slow': {
    given: {
      vitals: { lcp: vital(2000, { target: 'main>img.hero' }), ttfb: vital(120) },
      requests: [
        page,
        request('/hero.webp', { kind: 'image', transferBytes: 2048, startMs: 200, endMs: 1900 }),
      ],
      images: [image('/hero.webp', { isLcp: true })],
    },
    says: ['took 1,700 ms of 2,000 ms to load (2 KiB)'],
    items: [['/hero.webp main>img.hero', 2048, 1700, null]],
  },
  'inp-processing': {
    given: {
      vitals: {
        inp: vital(320, {
          input_delay_ms: 10,
          processing_ms: 250,
          presentation_ms: 60,
          target: 'button#buy',
        }),
      },
    },
    says: ['on button#buy took 320 ms, 250 ms of it'],
    items: [['button#buy', null, 250, null]],
  },
  'script-weight': {
    given: { requests: [page, js('/a.js', 100 * KIB), js('/b.js', 250 * KIB)] },
    says: ['2 scripts transferred 350 KiB', 'b.js 250 KiB'],
    items: [
      ['/b.js', 250 * KIB, null, null],
      ['/a.js', 100 * KIB, null, null],
    ],
  },
}

function shown({ url, selector, bytes, ms, text }: TipItem) {
  const path = url === null ? null : new URL(url).pathname
  return [[path, selector].filter((one) => one !== null).join(' ') || null, bytes, ms, text]
}

describe('items of tips', () => {
  for (const [id, { given, says, items }] of Object.entries(cases)) {
    it(`${id}: the files and elements that its message counts`, () => {
      const finding = tips.find((tip) => tip.id === id)?.find(facts(given))
      for (const part of says) expect(finding?.message).to.include(part)
      expect(finding?.items?.map(shown)).to.deep.equal(items)
    })
  }
})

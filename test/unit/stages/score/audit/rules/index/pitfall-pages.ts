import type { AuditPage } from '#test/support/audit/audit-page.ts'
import { PAGE_URL } from '#test/support/audit/audit-page.ts'
import { structuredPage } from '#test/support/audit/structured-page.ts'

/** `fine`: pass or not applicable. */
export type Expected = 'fine' | 'fail' | 'not_decidable'
type PitfallCase = readonly [rule: string, expected: Expected, page: string | AuditPage]

const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`
const xRobots = (...lines: string[]): AuditPage => ({ headers: { 'x-robots-tag': lines } })
const canonical = (...hrefs: string[]) =>
  hrefs.map((href) => `<link rel="canonical" href="${href}">`).join('')
const robotsTxt = (text: string): AuditPage => ({ robotsTxt: text })
const ld = (json: string, type = 'application/ld+json') =>
  structuredPage(`<script type="${type}">${json}</script>`)
const product = '"@context": "https://schema.org", "@type": "Product", "name": "Cup"'
const offers = '"offers": {"@type": "Offer", "price": "9.00", "priceCurrency": "EUR"}'
const offer = '{"@context": "https://schema.org", "@id": "#o", "@type": "Offer", "price": "9.00"}'
const link = (status: number): AuditPage => ({
  html: '<a href="/other">other</a>',
  probes: { 'https://www.example.com/other': status },
})
const image = (headers: Readonly<Record<string, string>>): AuditPage => ({
  html: '<img src="/a.png" alt="A">',
  probes: { 'https://www.example.com/a.png': { status: 200, contentType: 'image/png', headers } },
})

/** Mistakes of similar programs, with the statements of the authorities. */
export const pitfalls: Readonly<Record<string, readonly PitfallCase[]>> = {
  '1 an empty alt is an alternative; aria-label, title and roles count too (ACT 23a2a8)': [
    ['image-alt', 'fine', '<img src="a.png" alt="">'],
    ['image-alt', 'fine', '<img src="a.png" aria-label="A"><img src="b.png" title="B">'],
    ['image-alt', 'fine', '<img src="a.png" role="presentation"><img src="b.png" hidden>'],
    ['image-alt', 'fail', '<img src="a.png" alt=" ">'],
  ],
  '2 the title of a drawing is not the title of the page': [
    ['title-missing', 'fail', '<body><svg><title>Icon</title></svg>'],
    ['title-multiple', 'fine', '<title>Page</title><body><svg><title>Icon</title></svg>'],
  ],
  '3 URLs are compared after normalisation (RFC 3986, 6.2)': [
    ['canonical-multiple', 'fine', canonical(PAGE_URL, 'HTTPS://WWW.Example.COM:443/a/../page')],
    [
      'canonical-multiple',
      'fine',
      canonical('https://bücher.example/%c3%bc', 'https://xn--bcher-kva.example/ü'),
    ],
    ['canonical-multiple', 'fail', canonical(PAGE_URL, 'https://www.example.com/Page')],
  ],
  '4 noindex is a token for an agent, not a piece of text': [
    ['noindex', 'fail', meta('robots', 'none')],
    ['noindex', 'fail', meta('googlebot', 'noindex')],
    ['noindex', 'fail', xRobots('googlebot: noindex')],
    ['noindex', 'fine', xRobots('otherbot: noindex')],
    ['noindex', 'fine', meta('robots', 'noindexing')],
  ],
  '5 a date in X-Robots-Tag has a comma and colons; lines and lists are the same': [
    ['unavailable-after-past', 'fail', xRobots('unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT')],
    ['robots-unknown-token', 'fine', xRobots('unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, nofollow')],
    ['noindex', 'fail', xRobots('nofollow', 'noindex')],
    ['noindex', 'fail', xRobots('nofollow, noindex')],
  ],
  '6 the most restrictive of all that concerns the agent counts (Google)': [
    ['noindex', 'fail', meta('robots', 'noindex') + meta('googlebot', 'index, follow')],
  ],
  '7 robots.txt by RFC 9309': [
    ['robots-txt-blocks-page', 'fine', robotsTxt('User-agent: *\nDisallow: /pa\nAllow: /pag')],
    ['robots-txt-blocks-page', 'fine', robotsTxt('User-agent: *\nDisallow: /page\nAllow: /page')],
    ['robots-txt-blocks-page', 'fine', robotsTxt('User-agent: *\nDisallow: /p$')],
    ['robots-txt-blocks-page', 'fail', robotsTxt('User-agent: *\nDisallow: /*ge$')],
    [
      'robots-txt-blocks-page',
      'fail',
      robotsTxt('User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow:\n\nUser-agent: *\nDisallow: /page'),
    ],
    [
      'robots-txt-blocks-page',
      'fail',
      robotsTxt('User-agent: googlebot\nSitemap: https://www.example.com/s.xml\nOdd: 1\nDisallow: /page'),
    ],
    ['robots-txt-blocks-page', 'fail', robotsTxt('\uFEFFUser-agent: *\nDisallow: /page')],
    ['robots-txt-blocks-page', 'fine', { robots: { status: 403, state: 'absent' } }],
    ['robots-txt-unreachable', 'fail', { robots: { status: 503, state: 'unreachable' } }],
  ],
  '8 links in the body are no canonical and no hreflang': [
    ['canonical-missing', 'fine', `<body><p>Text</p>${canonical(PAGE_URL)}`],
    ['metadata-in-body', 'fail', `<body><p>Text</p>${canonical(PAGE_URL)}`],
    ['hreflang-in-body', 'fail', `<body><p>Text</p><link rel="alternate" hreflang="en" href="${PAGE_URL}">`],
  ],
  '9 rel is a list of tokens': [
    ['canonical-missing', 'fine', `<link rel="alternate CANONICAL" href="${PAGE_URL}">`],
  ],
  '10 Chinese, Japanese and Thai have words without blanks, and wide letters': [
    ['title-short', 'fine', '<html lang="ja"><title>東京の自転車専門店のご案内</title>'],
    ['title-long', 'fail', `<html lang="ja"><title>${'東京の自転車専門店'.repeat(4)}</title>`],
    ['content-thin', 'fine', `<html lang="ja"><main>${'東京都に住んでいます。'.repeat(12)}</main>`],
  ],
  '11 the tags of html, head and body may be left out': [
    ['head-broken', 'fine', '<!doctype html><meta charset=utf-8><title>Page</title><p>Text'],
    ['title-missing', 'fine', '<!doctype html><title>Page</title><p>Text'],
    ['head-not-first', 'fine', '<!doctype html><title>Page</title><p>Text'],
    ['body-before-html', 'fine', '<!doctype html><title>Page</title><p>Text'],
  ],
  '12 several main elements are allowed while one is shown': [
    ['landmark-no-duplicate-main', 'fine', '<main>A</main><main hidden>B</main>'],
    ['landmark-no-duplicate-main', 'fail', '<main>A</main><main>B</main>'],
  ],
  '13 what is hidden, in a template or in noscript is no heading of the page': [
    ['h1-missing', 'fail', '<template><h1>A</h1></template><p>Text</p>'],
    ['h1-missing', 'fail', '<noscript><h1>A</h1></noscript><p>Text</p>'],
    ['empty-heading', 'fine', '<h2 hidden></h2><template><h2></h2></template>'],
  ],
  '14 names come from labels, titles and images, not from text alone': [
    ['link-name', 'fine', '<a href="/" aria-label="Home"></a><a href="/a" title="A"></a>'],
    ['link-name', 'fine', '<p id="n">Name</p><a href="/" aria-labelledby="n"></a>'],
    ['link-name', 'fine', '<a href="/"><img src="a.png" alt="Home"></a>'],
    ['link-name', 'fail', '<a href="/"><span aria-hidden="true">Home</span></a>'],
  ],
  '15 a lazy first image may be a logo or in a slide that is not shown': [
    [
      'hero-lazy',
      'fine',
      '<div hidden><img src="a.webp" loading="lazy" width="800" height="450" alt=""></div>',
    ],
    [
      'hero-lazy',
      'fine',
      '<header><a href="/"><img src="logo.svg" loading="lazy" width="40" height="40" alt="Home"></a></header>',
    ],
  ],
  '16 width="100%" is no size, and style sheets are not looked at': [
    ['image-no-dimensions', 'fail', '<img src="a.webp" alt="" width="100%" height="auto">'],
    ['image-no-dimensions', 'fine', '<img src="a.webp" alt="" width="640" height="360">'],
  ],
  '17 a server that keeps programs out has no broken link; no length is not a length of 0': [
    ...[401, 403, 405, 429, 999].map(
      (status): PitfallCase => ['link-broken-internal', 'not_decidable', link(status)],
    ),
    ['link-broken-internal', 'fail', link(404)],
    ['image-heavy', 'not_decidable', image({})],
    ['image-heavy', 'fail', image({ 'content-length': '900000' })],
  ],
  '18 a link that leads to a log-in is not broken': [['link-broken-internal', 'fine', link(302)]],
  '19 JSON-LD is a graph, in any of its shapes (JSON-LD 1.1)': [
    ['sd-required-missing', 'fine', ld(`{"@graph": [{${product}, ${offers}}]}`)],
    ['sd-required-missing', 'fine', ld(`[{${product}, ${offers}}]`)],
    ['sd-required-missing', 'fine', ld(`[{${product}, "offers": {"@id": "#o"}}, ${offer}]`)],
    [
      'sd-required-missing',
      'fine',
      ld(`{${product.replace('"Product"', '["Thing", "Product"]')}, ${offers}}`),
    ],
    ['sd-required-missing', 'fail', ld(`<!-- {${product}} -->`)],
    ['sd-required-missing', 'fail', ld(`<![CDATA[ {${product}} ]]>`)],
    ['sd-required-missing', 'fail', ld(`{${product}}`)],
  ],
  '20 the type of a script may have parameters and capitals (RFC 9110, 8.3.1)': [
    ['sd-required-missing', 'fail', ld(`{${product}}`, 'application/ld+json; charset=utf-8')],
    ['sd-required-missing', 'fail', ld(`{${product}}`, 'Application/LD+JSON')],
  ],
  '21 x-default is a code of hreflang': [
    ['hreflang-code-invalid', 'fine', `<link rel="alternate" hreflang="x-default" href="${PAGE_URL}">`],
    ['hreflang-code-invalid', 'fail', `<link rel="alternate" hreflang="en-UK" href="${PAGE_URL}">`],
  ],
  '22 a page that shall not be indexed gets no advice for results': [
    ...['content-thin', 'description-missing', 'canonical-missing', 'sitemap-page-absent'].map(
      (rule): PitfallCase => [rule, 'fine', `${meta('robots', 'noindex')}<p>Short.</p>`],
    ),
  ],
  '23 the content of an app shell is not known': [
    ...['content-thin', 'h1-missing', 'landmark-one-main'].map(
      (rule): PitfallCase => [rule, 'not_decidable', '<div id="root"></div><script src="/app.js"></script>'],
    ),
  ],
  '24 a test server names the real site as canonical, as it should': [
    ...['canonical-cross-domain', 'canonical-host-drift', 'canonical-scheme-drift'].map(
      (rule): PitfallCase => [rule, 'fine', { url: 'http://127.0.0.1:3000/page', html: canonical(PAGE_URL) }],
    ),
  ],
  '25 304 and 206 are no errors': [
    ...['status-4xx', 'status-5xx'].flatMap((rule) =>
      [304, 206].map((status): PitfallCase => [rule, 'fine', { status }]),
    ),
  ],
  '26 a relative canonical is against the advice, not invalid': [
    ['canonical-invalid', 'fine', canonical('/page')],
    ['canonical-relative', 'fail', canonical('/page')],
  ],
  '27 fonts are always fetched with CORS (Fetch Standard)': [
    ['preload-font-no-crossorigin', 'fail', '<link rel="preload" as="font" href="/a.woff2">'],
    ['preload-font-no-crossorigin', 'fine', '<link rel="preload" as="font" href="/a.woff2" crossorigin>'],
  ],
  '28 a refresh is a redirect by its URL; after more than 20 hours it is no failure (ACT bc659a)': [
    ['redirect-meta-refresh', 'fail', '<meta http-equiv="refresh" content="0;url=/next">'],
    ['meta-refresh', 'fine', '<meta http-equiv="refresh" content="0;url=/next">'],
    ['meta-refresh', 'fine', '<meta http-equiv="refresh" content="72001">'],
    ['meta-refresh', 'fail', '<meta http-equiv="refresh" content="30">'],
  ],
  '29 an id that comes twice matters where something refers to it': [
    ['duplicate-id-aria', 'fine', '<p id="a">A</p><p id="a">B</p>'],
    ['duplicate-id-aria', 'fail', '<p id="a">A</p><p id="a">B</p><input aria-labelledby="a">'],
  ],
}

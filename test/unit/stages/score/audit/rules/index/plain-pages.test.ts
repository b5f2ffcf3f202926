import { expect } from 'chai'
import { metadataRules } from '#stages/score/audit/rules/metadata/index.ts'
import { technicalRules } from '#stages/score/audit/rules/technical/index.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const url = 'https://www.example.com/page'

/** Headers, robots.txt and probes of a site without faults. */
const site: AuditPage = {
  url,
  headers: {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=300',
  },
  robotsTxt: 'User-agent: *\nDisallow: /cart\n\nSitemap: https://www.example.com/sitemap.xml\n',
  probes: {
    'http://www.example.com/page': { status: 308, location: url },
    'https://www.example.com/favicon.ico': 200,
    'https://www.example.com/icon.svg': 200,
    'https://www.example.com/cover.jpg': { status: 200, contentType: 'image/jpeg' },
  },
  llmsTxt: { status: 404 },
}

const text =
  '<p>Bicycles for town and country, made in Bern from steel since 1921.</p>'.repeat(10) +
  '<a href="/models">All models</a>'
const describing = (title: string, description: string) => `
  <title>${title}</title>
  <meta name="description" content="${description}">
  <link rel="canonical" href="${url}">
  <meta property="og:title" content="${title}"><meta property="og:type" content="website">
  <meta property="og:url" content="${url}"><meta property="og:image" content="https://www.example.com/cover.jpg">
  <meta name="twitter:card" content="summary_large_image">`
const english = describing(
  'Bicycles for town and country – Example',
  'Steel bicycles for town and country, made in Bern since 1921. See all models, prices and dealers near you.',
)

/** Ids of the rules of metadata and technical that fail for the page on that site. */
function faultsOf(html: string): string[] {
  const facts = auditFacts({ ...site, html })
  return [...metadataRules, ...technicalRules]
    .filter((rule) => rule.check(facts).kind === 'fail')
    .map(({ id }) => id)
}

describe('metadata and technical rules', () => {
  it('find no fault in a well-made page', () => {
    const html = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">${english}
  <meta name="robots" content="max-image-preview:large">
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/style.css">
  <noscript><link rel="stylesheet" href="/plain.css"></noscript>
  <script src="/app.js" defer></script>
  <script type="application/ld+json">{"@context": "https://schema.org"}</script>
</head>
<body><h1>Our bicycles</h1><img src="/line.png" alt="">${text}<form action="/search"></form></body>
</html>`
    expect(faultsOf(html)).to.deep.equal([])
  })

  it('find no fault where optional tags and quotes are left out', () => {
    const html = `<!doctype html><meta charset=utf-8><meta name=viewport content=width=device-width>${english}<h1>Our bicycles</h1>${text}`
    expect(faultsOf(html)).to.deep.equal([])
  })

  it('find no fault where names are in upper case', () => {
    const html = `<!DOCTYPE HTML><HTML><HEAD><META CHARSET="UTF-8"><META NAME="VIEWPORT" CONTENT="WIDTH=DEVICE-WIDTH">${english}<META NAME="ROBOTS" CONTENT="INDEX, FOLLOW"><LINK REL="SHORTCUT ICON" HREF="/icon.svg"></HEAD><BODY><H1>Our bicycles</H1>${text}</BODY></HTML>`
    expect(faultsOf(html)).to.deep.equal([])
  })

  it('find no fault in a page in Japanese', () => {
    const html = `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${describing(
      '東京の自転車専門店 | サンプル自転車',
      '1921年創業の東京の自転車専門店です。街乗りから旅行まで、すべてのモデルと価格、お近くの販売店をご紹介します。',
    )}<h1>自転車</h1><p>${'街乗りから旅行まで使える自転車をご紹介します。'.repeat(20)}<a href="/models">すべてのモデル</a></p>`
    expect(faultsOf(html)).to.deep.equal([])
  })

  it('have unique ids', () => {
    const ids = [...metadataRules, ...technicalRules].map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
  })
})

import { expect } from 'chai'
import { factsOf, metadataFor } from '../../pages.ts'

const ld = (type: string): string => `<script type=application/ld+json>{"@type":"${type}"}</script>`
const og = (type: string): string => `<meta property=og:type content="${type}">`

const kinds: readonly (readonly [why: string, html: string, url: string, kind: string])[] = [
  ['nothing known', '<p>x', 'https://a.test/x', 'website'],
  ['the root', '<p>x', 'https://a.test/', 'homepage'],
  ['the root of a language', og('website'), 'https://a.test/de/', 'homepage'],
  ['NewsArticle', ld('NewsArticle'), 'https://a.test/x', 'article'],
  ['BlogPosting', ld('BlogPosting'), 'https://a.test/x', 'article'],
  ['og article', og('article'), 'https://a.test/x', 'article'],
  ['Product', ld('Product'), 'https://a.test/x', 'product'],
  ['og product', og('product'), 'https://a.test/x', 'product'],
  ['Recipe within an article', ld('Recipe') + og('article'), 'https://a.test/x', 'recipe'],
  ['MusicEvent', ld('MusicEvent'), 'https://a.test/x', 'event'],
  ['FAQPage', ld('FAQPage'), 'https://a.test/x', 'faq'],
  ['VideoObject', ld('VideoObject'), 'https://a.test/x', 'video'],
  ['og video.other', og('video.other'), 'https://a.test/x', 'video'],
  ['og profile', og('profile'), 'https://a.test/x', 'profile'],
  ['CollectionPage', ld('CollectionPage'), 'https://a.test/x', 'listing'],
  ['many articles', '<article>x</article>'.repeat(5), 'https://a.test/x', 'listing'],
  ['one long article', `<article>${'word '.repeat(400)}</article>`, 'https://a.test/x', 'article'],
]

const blocks: readonly (readonly [html: string, status: number, blocked: boolean])[] = [
  ['<title>Just a moment...</title>', 200, true],
  ['<title>Attention Required! | Cloudflare</title>', 200, true],
  ['<title>Access Denied</title>', 200, true],
  ['<title>Are you a robot?</title>', 200, true],
  ['<title>A page</title>', 403, true],
  ['<title>A page</title>', 503, true],
  ['<title>A page</title>', 429, true],
  ['<title>A page</title>', 200, false],
  ['<title>Not found</title>', 404, false],
  ['<title>Why I was just a moment late</title>', 200, false],
]

describe('content', () => {
  for (const [why, html, url, kind] of kinds)
    it(`${why} is ${kind}`, () =>
      expect(metadataFor(html, { groups: ['counters'], url }).content?.content_type).to.equal(kind))

  for (const [html, status, blocked] of blocks)
    it(`${html} with ${status} is ${blocked ? '' : 'not '}blocked`, () =>
      expect(factsOf(html, { status }).blocked !== null).to.equal(blocked))
})

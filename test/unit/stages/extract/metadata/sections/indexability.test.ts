import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

interface Case {
  readonly metas?: string
  readonly headers?: readonly string[]
  readonly effective: string
}
const meta = (...contents: string[]): string =>
  contents.map((content) => `<meta name="robots" content="${content}">`).join('')

// Google's documentation of robots directives: the most restrictive rule wins; user agents are no directives.
const cases: readonly Case[] = [
  { effective: 'index, follow' },
  { metas: meta('noindex'), effective: 'noindex, follow' },
  { metas: meta('NoFollow'), effective: 'index, nofollow' },
  { metas: meta('none'), effective: 'noindex, nofollow' },
  { metas: meta('all'), effective: 'index, follow' },
  { metas: meta('index', 'none'), effective: 'noindex, nofollow' },
  { metas: meta('noindex, index, follow'), effective: 'noindex, follow' },
  { metas: meta('noindex nofollow'), effective: 'index, follow' },
  { metas: meta('no-index, noindexed, xnoindex'), effective: 'index, follow' },
  { metas: '<meta name=googlebot content=noindex>', effective: 'index, follow' },
  // Google obeys robots metas in head and body.
  { metas: '<body><meta name=robots content=noindex>', effective: 'noindex, follow' },
  { metas: '<noscript><meta name=robots content=noindex></noscript>', effective: 'index, follow' },
  { metas: '<META NAME=" Robots " CONTENT=NOINDEX>', effective: 'noindex, follow' },
  { headers: ['max-image-preview:large, noindex'], effective: 'noindex, follow' },
  { headers: ['googlebot: noindex', 'otherbot: nofollow'], effective: 'index, follow' },
  { headers: ['Googlebot: noindex, nofollow'], effective: 'index, follow' },
  { headers: ['nofollow, googlebot: noindex'], effective: 'index, nofollow' },
  { headers: ['unavailable_after: 25 Jun 2010 15:00:00 PST, all'], effective: 'noindex, follow' },
  { headers: ['unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, nofollow'], effective: 'noindex, nofollow' },
  { headers: ['unavailable_after: 2099-09-21'], effective: 'index, follow' },
  { metas: meta('unavailable_after: Jun 25, 2010, 3 pm PST, nofollow'), effective: 'noindex, nofollow' },
  { headers: ['unavailable_after: whenever, nofollow'], effective: 'index, nofollow' },
  { headers: ['max-snippet: -1, max-video-preview:0'], effective: 'index, follow' },
  { metas: meta('nofollow'), headers: ['noindex'], effective: 'noindex, nofollow' },
]

describe('indexability', () => {
  for (const { metas = '', headers, effective } of cases)
    it(`${metas || '-'} with ${headers?.join(' | ') ?? '-'} → ${effective}`, () => {
      const given = headers ? { headers: { 'x-robots-tag': headers } } : {}
      expect(metadataFor(metas, given).indexability?.robots_effective).to.equal(effective)
    })

  it('reports the directives as written', () => {
    const { robots, indexability } = metadataFor(meta('index', 'Max-Snippet:5'), {
      headers: { 'x-robots-tag': ['noarchive', 'googlebot: noindex'] },
      robotsTxtAllowed: false,
    })
    expect(robots).to.equal('index, Max-Snippet:5')
    expect(indexability).to.deep.equal({
      robots_meta: 'index, Max-Snippet:5',
      x_robots_tag: 'noarchive, googlebot: noindex',
      robots_txt_allowed: false,
      canonical_valid: true,
      robots_effective: 'index, follow',
    })
  })

  it('reports null without any directive', () => {
    expect(metadataFor('').indexability).to.include({ robots_meta: null, x_robots_tag: null })
  })

  it('reads each meta by itself: a user agent ends with its meta', () => {
    const { indexability } = metadataFor(meta('otherbot: noindex', 'nofollow'))
    expect(indexability?.robots_effective).to.equal('index, nofollow')
  })
})

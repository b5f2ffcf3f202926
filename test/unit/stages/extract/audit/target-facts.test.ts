import { expect } from 'chai'
import { targetFactsOf } from '#stages/extract/audit/target-facts.ts'

const FINAL = 'https://www.example.com/de/page'
const read = (html: string | Uint8Array, linkHeaders: readonly string[] = [], contentType = 'text/html') =>
  targetFactsOf({
    body: typeof html === 'string' ? Buffer.from(html) : html,
    contentType,
    finalUrl: FINAL,
    linkHeaders,
  })

describe('targetFactsOf', () => {
  it('reads the canonical, the robots metas and the language versions', () => {
    const html = `<base href="/de/"><meta name="ROBOTS" content=" noindex,
      follow"><meta name="googlebot" content="none"><meta name="bingbot" content="all">
      <link rel="canonical" href="c"><link rel="alternate" hreflang="en" href="https://www.example.com/en">`
    expect(read(html)).to.deep.equal({
      canonical: 'https://www.example.com/de/c',
      robotsMetas: [
        { name: 'robots', content: 'noindex, follow' },
        { name: 'googlebot', content: 'none' },
      ],
      alternates: [{ hreflang: 'en', href: 'https://www.example.com/en' }],
    })
  })

  it('reads headers too', () => {
    const links = ['<../en>; rel=alternate; hreflang=en, </c>; rel="canonical"']
    expect(read('', links)).to.deep.equal({
      canonical: 'https://www.example.com/c',
      robotsMetas: [],
      alternates: [{ hreflang: 'en', href: 'https://www.example.com/en' }],
    })
  })

  // Google, robots meta tag: its place in the head is not enforced.
  it('ignores canonicals in the body, but not robots metas', () => {
    const html = '<body><link rel="canonical" href="/c"><meta name="robots" content="noindex">'
    const robotsMetas = [{ name: 'robots', content: 'noindex' }]
    expect(read(html)).to.deep.equal({ canonical: null, robotsMetas, alternates: [] })
  })

  it('decodes the charset of the page', () => {
    const html = Buffer.from('<link rel="canonical" href="/gr\xf6\xdfe">', 'latin1')
    expect(read(html, [], 'text/html; charset=iso-8859-1').canonical).to.equal(
      'https://www.example.com/gr%C3%B6%C3%9Fe',
    )
  })

  it('stays within its limits for any page', () => {
    const html = '<link rel="alternate" hreflang="de" href="/x"><meta name="robots" content="x">'.repeat(5000)
    const { alternates, robotsMetas } = read(html)
    expect([alternates.length, robotsMetas.length]).to.deep.equal([200, 50])
    const { robotsMetas: long } = read(`<meta name="robots" content="${'x'.repeat(10_000)}">`)
    expect(long[0]?.content).to.have.length(2000)
  })
})

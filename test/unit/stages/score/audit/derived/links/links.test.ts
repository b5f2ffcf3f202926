import { expect } from 'chai'
import { heroImage } from '#stages/score/audit/derived/images/hero.ts'
import { linksOf, tokens } from '#stages/score/audit/derived/links/links.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const typeOf = (href: string, url?: string) => {
  const { document } = auditFacts({ html: `<a href="${href}">x</a>`, ...(url && { url }) })
  return linksOf(document)[0]?.type
}

describe('links of a page', () => {
  const cases: [href: string, type: string][] = [
    ['/x', 'internal'],
    ['https://blog.example.com/', 'internal'],
    ['//www.example.com/x', 'internal'],
    ['https://other.test/', 'external'],
    ['#part', 'anchor'],
    ['', 'internal'],
    ['mailto:a@b.example', 'mailto'],
    ['tel:+1', 'tel'],
    ['javascript:void(0)', 'other'],
    ['http://[', 'other'],
  ]
  for (const [href, type] of cases)
    it(`${href || 'an empty one'} is ${type}`, () => expect(typeOf(href)).to.equal(type))

  it('private suffixes count: two users of github.io are two sites', () => {
    expect(typeOf('https://b.github.io/', 'https://a.github.io/')).to.equal('external')
  })

  it('reads tokens as the HTML Standard does', () => {
    expect(tokens(' NoFollow\tugc\n')).to.deep.equal(['nofollow', 'ugc'])
  })
})

describe('the image that is likely the largest', () => {
  const hero = (body: string) =>
    heroImage(auditFacts({ html: `<!doctype html><body>${body}` }).document)?.attribs.id ?? null

  it('is the first of the content', () => {
    expect(hero('<img id=a src=a.jpg><img id=b src=b.jpg>')).to.equal('a')
  })

  it('is no logo, no small one, none of the navigation, no hidden one', () => {
    expect(
      hero(
        '<img src=logo.svg><img src=x width=32><nav><img src=n></nav><img src=h hidden><img id=a src=a.jpg>',
      ),
    ).to.equal('a')
  })

  it('is no later slide of a carousel', () => {
    expect(
      hero('<div><div class="slide">text</div><div class="slide"><img src=2></div></div><img id=a src=a>'),
    ).to.equal('a')
  })

  it('is none behind more text than a first view holds', () => {
    expect(hero(`${'<p>text</p>'.repeat(6)}<img id=a src=a>`)).to.equal('a')
    expect(hero(`${'<p>text</p>'.repeat(7)}<img id=a src=a>`)).to.equal(null)
  })

  it('is none where there is none', () => {
    expect(hero('<p>text')).to.equal(null)
  })
})

import { expect } from 'chai'
import { heroImage } from '#stages/score/audit/derived/images/hero.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const heroOf = (html: string) => heroImage(auditFacts({ html }).document)?.attribs.src ?? null

describe('the likely largest image of the first view', () => {
  it('is the first of the content', () => expect(heroOf('<img src=a><img src=b>')).to.equal('a'))

  for (const [what, image] of [
    ['hidden', '<img src=a hidden>'],
    ['declared smaller than 150 pixels', '<img src=a width=149>'],
    ['a logo by its address', '<img src=/logo.svg>'],
    ['an icon by its class', '<img src=a class="menu-icon">'],
    ['presentational', '<img src=a role=presentation>'],
    ['part of the navigation', '<nav><img src=a></nav>'],
    ['a later slide', '<div class=slide></div><div class=slide><img src=a></div>'],
  ] as const) {
    it(`is not one that is ${what}`, () => expect(heroOf(`${image}<img src=b>`)).to.equal('b'))
  }

  it('may be of 150 pixels, or of a part of the width', () => {
    expect(heroOf('<img src=a width=150>')).to.equal('a')
    expect(heroOf('<img src=a width="50%">')).to.equal('a')
  })
  it('may be the first slide', () => {
    expect(heroOf('<div class=slide><img src=a></div><div class=slide><img src=b></div>')).to.equal('a')
  })
  it('stands behind six paragraphs at most', () => {
    expect(heroOf(`${'<p>text</p>'.repeat(6)}<img src=a>`)).to.equal('a')
    expect(heroOf(`${'<p>text</p>'.repeat(7)}<img src=a>`)).to.equal(null)
  })
  it('is not looked for beyond ten images', () => {
    expect(heroOf(`${'<img src=icon>'.repeat(10)}<img src=b>`)).to.equal(null)
  })
})

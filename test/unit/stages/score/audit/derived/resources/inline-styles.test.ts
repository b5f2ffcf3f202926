import { expect } from 'chai'
import { fontFaces, importsStyles } from '#stages/score/audit/derived/resources/inline-styles.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function styleOf(css: string, attributes = '') {
  const [style] = auditFacts({ html: `<style ${attributes}>${css}</style>` }).document.byTag('style')
  if (style === undefined) throw new Error('no style')
  return style
}

describe('the first import of a style element', () => {
  it('is shown as written', () => {
    expect(importsStyles(styleOf('@charset "utf-8"; @IMPORT url(/a.css); b{}'))).to.equal(
      '@IMPORT url(/a.css)',
    )
  })
  it('is not one in a comment, also in one that does not end', () => {
    expect(importsStyles(styleOf('/* @import "a" */ @import "b"'))).to.equal('@import "b"')
    expect(importsStyles(styleOf('b{} /* @import "a"'))).to.equal(null)
  })
  it('does not count for print, or in another language', () => {
    expect(importsStyles(styleOf('@import "a"', 'media=print'))).to.equal(null)
    expect(importsStyles(styleOf('@import "a"', 'type=text/less'))).to.equal(null)
    expect(importsStyles(styleOf('@import "a"', 'type=text/css media=all'))).to.equal('@import "a"')
  })
})

describe('font faces of a style element', () => {
  it('are the texts between the braces, without comments', () => {
    const css = '@font-face{src:url(a)} /* @font-face{b} */ @FONT-FACE { src: url(c) }'
    expect(fontFaces(styleOf(css))).to.deep.equal(['src:url(a)', ' src: url(c) '])
  })
  it('end with the last closed one, and are at most 100', () => {
    expect(fontFaces(styleOf('@font-face{a} @font-face{b'))).to.deep.equal(['a'])
    expect(fontFaces(styleOf('@font-face{a}'.repeat(101)))).to.have.length(100)
  })
})

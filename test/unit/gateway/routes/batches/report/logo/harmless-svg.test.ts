import { expect } from 'chai'
import { isHarmlessSvg } from '#gateway/routes/batches/report/logo/harmless-svg.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const isHarmless = (text: string) => isHarmlessSvg(Buffer.from(text))
const inside = (text: string) => isHarmless(`<svg ${NS}>${text}</svg>`)

const harmless = [
  '<path d="M0 0L1 1" fill="url(#a)" style="stroke: url(&quot;#a&quot;)"/>',
  '<defs><linearGradient id="a"/></defs><use xlink:href="#a"/><use href="#a"/>',
  '<style>.a { fill: #fff; mask: url( \'#a\' ) }</style><text class="a">url, script, onload=, @import</text>',
  '<image href="data:image/png;base64,iVBORw0KGgo="/>',
  '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" r:about="http://a.test/"/></metadata>',
  '<animate attributeName="opacity" from="0" to="1"/>',
]

const harmful = [
  '<script>alert(1)</script>',
  '<SCRIPT/>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg"/>',
  '<g onload="alert(1)"/>',
  '<g OnClick="alert(1)"/>',
  '<foreignObject><p/></foreignObject>',
  '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="#"/>',
  '<use href="https://evil.test/a.svg#b"/>',
  '<use xlink:href="//evil.test/a.svg#b"/>',
  '<use href="&#104;ttps://evil.test/"/>',
  '<a href="javascript:alert(1)"/>',
  '<image href="data:image/svg+xml,x"/>',
  '<image src="a.png"/>',
  '<g xml:base="https://evil.test/"/>',
  '<g fill="url(https://evil.test/a)"/>',
  '<g fill="url(#a) url( &quot;//evil.test/a&quot;)"/>',
  '<g style="fill: u\\72l(//evil.test/)"/>',
  '<g style="background: image-set(\'//evil.test/a.png\' 1x)"/>',
  '<style>@import "https://evil.test/a.css";</style>',
  '<style>@imp<!-- -->ort "https://evil.test/a.css";</style>',
  '<style><![CDATA[ g { fill: URL(https://evil.test/) } ]]></style>',
  '<set attributeName="xlink:href" to="https://evil.test/"/>',
  '<set attributeName=" onload" to="alert(1)"/>',
]

describe('an SVG', () => {
  for (const text of harmless) it(`may have ${text}`, () => expect(inside(text)).to.equal(true))

  for (const text of harmful) it(`may not have ${text}`, () => expect(inside(text)).to.equal(false))

  it('is well-formed, in its namespace and in UTF-8', () => {
    expect(isHarmless(`\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->\n<svg ${NS}/>`)).to.equal(
      true,
    )
    expect(isHarmless('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')).to.equal(true)
    for (const text of ['', 'x', '<svg/>', `<svg ${NS}>`, `<html ${NS}/>`, `<svg ${NS}/><svg ${NS}/>`])
      expect(isHarmless(text), text).to.equal(false)
    expect(isHarmlessSvg(Buffer.from(`<svg ${NS}/>`, 'utf16le'))).to.equal(false)
  })

  it('has neither a document type nor processing instructions nor entities of its own', () => {
    for (const before of [
      '<!DOCTYPE svg>',
      '<!DOCTYPE svg [<!ENTITY a "x">]>',
      '<?xml-stylesheet href="https://evil.test/a.css"?>',
    ])
      expect(isHarmless(`${before}<svg ${NS}/>`), before).to.equal(false)
    expect(inside('&a;')).to.equal(false)
  })

  it('is refused where it is too deep', () => {
    const nested = (depth: number) => inside('<g>'.repeat(depth) + '</g>'.repeat(depth))
    expect(nested(99)).to.equal(true)
    expect(nested(100)).to.equal(false)
  })
})

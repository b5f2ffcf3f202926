import { expect } from 'chai'
import { styleRules } from '#stages/render/lab/code/coverage/style-rules.ts'

const rulesOf = (text: string) => styleRules(text).map(({ start, end }) => text.slice(start, end))

describe('style rules', () => {
  it('are found between comments, white space and other at-rules', () => {
    const text = `@charset "utf-8"; @import url(a;b.css) screen;
      /* a { } */ a { color: red } @font-face { src: url(data:x;base64,{}) } b{}
      @keyframes k { from { top: 0 } } @property --x { syntax: "*" } c {}`
    expect(rulesOf(text)).to.deep.equal(['a { color: red }', 'b{}', 'c {}'])
  })

  it('are found in groups', () => {
    const text =
      '@media (x) { a {} @supports (y) { b {} } c {} } @layer one, two; @LAYER one { d {} } @page { margin: 0 } e{}'
    expect(rulesOf(text)).to.deep.equal(['a {}', 'b {}', 'c {}', 'd {}', 'e{}'])
  })

  it('contain nested rules', () => {
    expect(rulesOf('a { color: red; & b { top: 0 } @media x { top: 1px } } c {}')).to.have.lengthOf(2)
  })

  it('may have braces in strings, escapes, comments and addresses', () => {
    for (const rule of [
      'a::before { content: "}\\"}" }',
      "a { content: '}' }",
      'a[b="{"] { top: 0 }',
      'a\\{ { top: 0 }',
      'a { /* } */ top: 0 }',
      'a { background: url(a}b"c) }',
      'a { background: URL( "}" ) }',
      'a:is(b{c}) {}',
    ]) {
      expect(rulesOf(`${rule} z {}`)).to.deep.equal([rule, 'z {}'])
    }
  })

  it('may be faulty', () => {
    expect(rulesOf('} a {} ) b {} c { top: 0')).to.deep.equal(['a {}', ') b {}', 'c { top: 0'])
    expect(rulesOf('a { content: "open\n } b {}')).to.deep.equal(['a { content: "open\n }', 'b {}'])
    expect(rulesOf('/* never closed a {}')).to.deep.equal([])
    expect(rulesOf('@media x')).to.deep.equal([])
  })

  // In quadratic time, each of these texts takes minutes: the test does not end within its limit.
  it('take linear time', () => {
    for (const part of ['/*', 'a{', '"', '\\', 'url(', '@media{', '((((', '}{'])
      styleRules(part.repeat(1_000_000 / part.length))
  })
})

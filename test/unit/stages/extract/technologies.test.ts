import { expect } from 'chai'
import { signatures } from '#stages/extract/technologies/signatures.ts'
import { type Given, metadataFor } from './pages.ts'

const stack = (html: string, given: Given = {}) =>
  metadataFor(html, { groups: ['tier3'], ...given }).tech_stack

const cases: readonly (readonly [
  why: string,
  html: string,
  includes: readonly string[],
  headers?: Record<string, string[]>,
])[] = [
  ['WordPress by generator', '<meta name=generator content="WordPress 6.5">', ['WordPress', 'PHP']],
  ['WordPress by its paths', '<script src="/wp-content/x.js"></script>', ['WordPress']],
  [
    'Next.js by its data',
    '<script id="__NEXT_DATA__" type="application/json">{}</script>',
    ['Next.js', 'React'],
  ],
  ['nginx by header', '', ['nginx'], { server: ['nginx/1.25'] }],
  ['Cloudflare by header', '', ['Cloudflare'], { 'cf-ray': ['1'] }],
  ['PHP by cookie', '', ['PHP'], { 'set-cookie': ['a=b', 'PHPSESSID=x; path=/'] }],
]

describe('extract: technologies', () => {
  for (const [why, html, includes, headers] of cases)
    it(why, () => expect(stack(html, headers ? { headers } : {})).to.include.members([...includes]))

  it('never from words of the text', () => {
    const html =
      '<title>React and WordPress</title><p>React, Vue.js, jQuery, nginx, __NEXT_DATA__ <a href="https://react.dev/">x</a>'
    expect(stack(html)).to.deep.equal([])
  })

  it('data: scripts say nothing', () => {
    expect(
      stack(`<script src="data:text/javascript,/wp-content/${'a.b'.repeat(20_000)}"></script>`),
    ).to.deep.equal([])
  })

  it('every technology is listed once, its texts in lower case', () => {
    const names = signatures.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
    for (const { script = [], link = [], generator = [], cookie = [] } of signatures)
      for (const text of [...script, ...link, ...generator, ...cookie])
        expect(text).to.equal(text.toLowerCase())
  })

  it('what a technology implies is listed too', () => {
    const names = new Set(signatures.map(({ name }) => name))
    for (const { implies = [] } of signatures)
      for (const name of implies) expect(names.has(name), name).to.equal(true)
  })
})

import { expect } from 'chai'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { rules, totalBytes } from '#test/support/performance/generated-code.ts'
import { type Advised, advising } from './advising.ts'

const used = `p { color: green }\n${rules('p, .used', 5)}`
const font = `@font-face { font-family: Big; src: url(data:font/woff2;base64,${'A'.repeat(30_000)}) }`
const css = (text: string) => file('text/css', text)
const linked = (path: string) => html(`<link rel=stylesheet href=${path}><p>Text</p>`)

describe('advice on style sheets with unused rules', () => {
  const { advise } = advising({
    '/unused': linked('/importing.css'),
    '/importing.css': css('@import "/half.css";'),
    '/half.css': css(`${used}\n@media screen {\n${rules('.never', 30)}\n}`),
    '/near': html(`<link rel=stylesheet href=/used.css><link rel=stylesheet href=/near.css>
      <style>${rules('.inline', 30)}</style><p>Text</p>`),
    '/used.css': css(used),
    '/near.css': css(`${used}\n${font}\n/* ${'comment '.repeat(2000)} */\n${rules('.never', 9)}`),
  })

  let near: Advised
  before(async () => {
    near = await advise('/near')
  })

  it('says what removing them saves: as much as the page without them transfers less', async () => {
    const { tips, measurement } = await advise('/unused')
    const message = tips['css-unused'] ?? ''
    expect(message).to.include('1 style sheet has rules that matched nothing').and.include('/half.css')
    const said = Number(/about ([\d.]+) KiB/.exec(message)?.[1]) * 1024
    const saved =
      totalBytes(measurement.requests, '/half.css') - totalBytes(near.measurement.requests, '/used.css')
    expect(said).to.be.within(saved - 1024, saved)
  })

  it('does not count less than 10 KiB, nor fonts, comments and rules in the document', () => {
    const { tips, measurement } = near
    expect(tips).not.to.have.property('css-unused')
    const found = measurement.coverage?.find(({ url }) => url.endsWith('/near.css'))
    expect(found).to.include({ kind: 'stylesheet' })
    expect(found?.unusedCharacters).to.be.within(9 * 980, 9 * 1010)
  })
})

import { expect } from 'chai'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { functions, totalBytes } from '#test/support/performance/generated-code.ts'
import { type Advised, advising } from './advising.ts'

const used = `${functions('used', 10)}\nfor (let at = 0; at < 10; at++) window['used' + at]()`
/** The frame has the file from the cache. */
const kept = { 'cache-control': 'max-age=3600' }
const unused = (count: number) => functions('unused', count)

describe('advice on scripts with code that does not run', () => {
  const { advise } = advising({
    '/unused': html('<p>Text</p><script src=/half.js></script><iframe src=/frame></iframe>'),
    '/half.js': script(
      `${used}\n${unused(40)}\n${functions('framed', 5)}\nif (top !== self) framed0(), framed1()`,
      kept,
    ),
    '/frame': html('<script src=/half.js></script>'),
    '/near': html(`<p>Text</p><script src=/used.js></script><iframe src=/mended-frame></iframe>
      <script src=/near.js></script><script>${unused(30)}</script>`),
    '/mended-frame': html('<script src=/used.js></script>'),
    '/used.js': script(used, kept),
    '/near.js': script(`${used}\n${unused(18)}`),
  })

  let near: Advised
  before(async () => {
    near = await advise('/near')
  })

  it('says what removing it saves: as much as the page without it transfers less', async () => {
    const { tips, measurement } = await advise('/unused')
    const coverage = measurement.coverage?.find(({ url }) => url.endsWith('/half.js'))
    const message = tips['javascript-unused'] ?? ''
    expect(message).to.include('1 script has code that did not run').and.include('/half.js')
    // 40 functions, and 3 of 5 that only some frame calls.
    expect(coverage?.unusedCharacters).to.be.within(43 * 990, 43 * 1010)
    const said = Number(/about ([\d.]+) KiB/.exec(message)?.[1]) * 1024
    const files = (path: string) => totalBytes(measurement.requests, path)
    const saved = files('/half.js') - totalBytes(near.measurement.requests, '/used.js')
    expect(said).to.be.within(saved * 0.9, saved)
  })

  it('does not count less than 20 KiB, nor code in the document', () => {
    expect(near.tips).not.to.have.property('javascript-unused')
  })
})

import { expect } from 'chai'
import { factsOf } from '../pages.ts'

describe('script collector', () => {
  it('collects addresses and the beginnings of inline scripts', () => {
    const html = `<script src=" /a.js " id=x type=Module></script><script src="data:text/javascript,x"></script>
      <script>${'a'.repeat(1_030)}</script>`
    expect(factsOf(html).scripts).to.deep.equal([
      { src: '/a.js', id: 'x', type: 'module', start: '' },
      { src: null, id: null, type: null, start: 'a'.repeat(1_024) },
    ])
  })

  it('takes JSON-LD for no script, and its text as it is written', () => {
    const html = '<script type="application/ld+json">{"@type": "&amp;"}</script>'
    expect(factsOf(html).scripts).to.deep.equal([])
    expect(factsOf(html).jsonLdNodes).to.deep.equal([{ '@type': '&amp;' }])
  })
})

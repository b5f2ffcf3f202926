import { expect } from 'chai'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { advising } from './advising.ts'

const HELD_LOCK = "navigator.locks.request('kept', () => new Promise((resolve) => { release = resolve }))"

describe('tip back-forward-cache', function () {
  this.timeout(60_000)
  const { advise } = advising({
    '/unload': html('<p>Words<script>onunload = () => {}</script>'),
    '/pagehide': html('<p>Words<script>onpagehide = () => {}</script>'),
    '/frame': html('<p>Words<iframe src="/unload"></iframe>'),
    '/lock': html('<p>Words<script src="/lock.js"></script>'),
    '/lock.js': script(`let release; ${HELD_LOCK}`),
    '/released': html(`<p>Words<script>let release; ${HELD_LOCK}; onpagehide = () => release()</script>`),
    '/no-store': html('<p>Words', { 'cache-control': 'no-store' }),
  })

  it('names an unload handler; without it, the browser keeps the page', async () => {
    const { tips, measurement } = await advise('/unload')
    expect(tips['back-forward-cache']).to.match(/unload handler .* saves the load, which took [\d,]+ ms\.$/)
    expect(measurement.backForwardCache).to.deep.equal([
      { reason: 'UnloadHandlerExistsInMainFrame', url: null },
    ])
    const mended = await advise('/pagehide')
    expect(mended.tips).not.to.have.property('back-forward-cache')
    // That is: it was restored.
    expect(mended.measurement.backForwardCache).to.deep.equal([])
  })

  it('names a frame with an unload handler', async () => {
    const { tips } = await advise('/frame')
    expect(tips['back-forward-cache']).to.match(/an unload handler in a frame/)
  })

  it('names what the page holds; when that is released, the browser keeps the page', async () => {
    const { tips } = await advise('/lock', { device: 'mobile' })
    expect(tips['back-forward-cache']).to.match(/a held lock/)
    const mended = await advise('/released', { device: 'mobile' })
    expect(mended.measurement.backForwardCache).to.deep.equal([])
  })

  it('leaves no-store to its own tip', async () => {
    const { tips } = await advise('/no-store')
    expect(tips).not.to.have.property('back-forward-cache')
    expect(tips).to.have.property('document-no-store')
  })
})

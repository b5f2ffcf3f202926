import { expect } from 'chai'
import { html } from '#test/site/lab-resources/pages.ts'
import { advising } from './advising.ts'

describe('tip back-forward-cache', () => {
  const { advise } = advising({
    '/unload': html('<p>Words<script>onunload = () => {}</script>'),
    '/pagehide': html('<p>Words<script>onpagehide = () => {}</script>'),
    '/frame': html('<p>Words<iframe src="/unload"></iframe>'),
    '/no-store': html('<p>Words', { 'cache-control': 'no-store' }),
  })

  it('names an unload handler; without it, the browser keeps the page', async () => {
    const { tips, measurement } = await advise('/unload')
    expect(tips['back-forward-cache']).to.match(/unload handler.* the load took [\d,]+ ms\.$/)
    expect(measurement.backForwardCache).to.deep.equal([
      { reason: 'UnloadHandlerExistsInMainFrame', url: null },
    ])
    const mended = await advise('/pagehide')
    expect(mended.tips).not.to.have.property('back-forward-cache')
    expect(mended.measurement.backForwardCache).to.deep.equal([])
  })

  it('names a frame with an unload handler', async () => {
    const { tips } = await advise('/frame')
    expect(tips['back-forward-cache']).to.match(/an unload handler in a frame/)
  })

  it('leaves no-store to its own tip', async () => {
    const { tips } = await advise('/no-store')
    expect(tips).not.to.have.property('back-forward-cache')
    expect(tips).to.have.property('document-no-store')
  })
})

import { expect } from 'chai'
import { openFrameWorlds } from '#stages/render/tab/isolated-world.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('openFrameWorlds', () => {
  const studio = captureFixture()

  it('runs the content script in each new document, hidden from the page, and delivers its messages', async () => {
    const { tab, close } = await studio.open('/bare')
    try {
      const messages: string[] = []
      const worlds = await openFrameWorlds({
        tab,
        contentScript: 'globalThis.mark = 1; pageprobeSend(location.pathname)',
        onMessage: (_, text) => messages.push(text),
      })
      await tab.page.reload()
      expect(messages).to.deep.equal(['/bare'])
      const [world] = worlds.all()
      expect(await world?.evaluate('mark')).to.equal(1)
      expect(await world?.evaluateInPage('typeof mark')).to.equal('undefined')
    } finally {
      await close()
    }
  })

  it('rejects with the error that the expression throws', async () => {
    const { tab, close } = await studio.open('/bare')
    try {
      const worlds = await openFrameWorlds({ tab, contentScript: '', onMessage: () => {} })
      await tab.page.reload()
      const error = await worlds
        .all()[0]
        ?.evaluate('missing.value')
        .catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(Error).with.property('message').that.contains('missing is not defined')
    } finally {
      await close()
    }
  })
})

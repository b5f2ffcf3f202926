import { expect } from 'chai'
import { MAX_WORLDS, openFrameWorlds } from '#stages/render/tab/isolated-world.ts'
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
      expect(await world?.isTruthyInPage('typeof mark === "undefined"')).to.equal(true)
      expect(await world?.isTruthyInPage('Promise.resolve(0)')).to.equal(false)
      expect(await world?.isTruthyInPage('Array(10).fill({})')).to.equal(true)
    } finally {
      await close()
    }
  })

  it('gives a world to a bounded number of frames', async () => {
    const { tab, close } = await studio.open('/bare')
    try {
      const worlds = await openFrameWorlds({ tab, contentScript: '', onMessage: () => {} })
      await tab.page.reload()
      await tab.page.evaluate((count) => {
        for (let at = 0; at < count; at++) document.body.append(document.createElement('iframe'))
      }, MAX_WORLDS + 20)
      expect(worlds.all()).to.have.length(MAX_WORLDS)
    } finally {
      await close()
    }
  })

  it('rejects with the beginning of a long error', async () => {
    const { tab, close } = await studio.open('/bare')
    try {
      const worlds = await openFrameWorlds({ tab, contentScript: '', onMessage: () => {} })
      await tab.page.reload()
      const error = await worlds
        .all()[0]
        ?.evaluate('throw new Error("x".repeat(1e6))')
        .catch((reason: unknown) => reason)
      expect((error as Error).message).to.have.length(1000)
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

/// <reference lib="dom" />
import { expect } from 'chai'
import { ContextDestroyed, openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { type CaptureFixture, captureFixture } from '#test/support/browser/capture-fixture.ts'

function childrenOf(element: Element): number {
  return element.children.length
}

async function boxes({ more }: { more: number }): Promise<number> {
  return childrenOf(document.body) + more
}

describe('openIsolatedWorld', () => {
  const studio = captureFixture()

  const inPage = async <T>(
    path: string,
    use: (opened: Awaited<ReturnType<CaptureFixture['open']>>) => Promise<T>,
  ) => {
    const opened = await studio.open(path)
    return use(opened).finally(opened.close)
  }

  it('runs a function with its argument and the functions in `uses`', () =>
    inPage('/bare', async ({ tab }) => {
      const script = { main: boxes, uses: [childrenOf] }
      expect(await (await openIsolatedWorld(tab)).run(script, { more: 5 })).to.equal(6)
    }))

  it('rejects with the error that the function throws', () =>
    inPage('/bare', async ({ tab }) => {
      const main = () => boxes({ more: 5 })
      const error = await (await openIsolatedWorld(tab))
        .run({ main }, null)
        .catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(Error).with.property('message').that.contains('boxes is not defined')
    }))

  it('passes text unchanged', () =>
    inPage('/bare', async ({ tab }) => {
      const text = `'"\`\${1}\\ \u2028 </script> \u{1f600}`
      expect(await (await openIsolatedWorld(tab)).run({ main: (given: string) => given }, text)).to.equal(
        text,
      )
    }))

  it('shares only the document with the page', () =>
    inPage('/bare', async ({ tab }) => {
      await tab.page.evaluate('document.title = "theirs"; window.mark = 1; Math.max = () => 7')
      const main = () => [document.title, 'mark' in window, Math.max(1, 2)]
      expect(await (await openIsolatedWorld(tab)).run({ main }, null)).to.deep.equal(['theirs', false, 2])
    }))

  it('resolves with null when the page is busy beyond the timeout', () =>
    inPage('/bare', async ({ tab }) => {
      const world = await openIsolatedWorld(tab)
      tab.cdp.send('Runtime.evaluate', { expression: 'for (;;);' }).catch(() => {})
      expect(await world.runWithin({ main: () => 1 }, null, 100)).to.equal(null)
    }))

  it('rejects with ContextDestroyed when the page navigates away', () =>
    inPage('/bare', async ({ tab }) => {
      const world = await openIsolatedWorld(tab)
      await world.assertAlive()
      await tab.page.reload()
      expect(await world.assertAlive().catch((error: unknown) => error)).to.be.instanceOf(ContextDestroyed)
    }))
})

// own browser: it runs in a network sandbox
import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import {
  type NetworkSandbox,
  openNetworkSandbox,
} from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { closing, serve, type Target } from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'
import { requireNetworkSandbox } from '#test/unit/stages/render/adapters/network-sandbox/require-network-sandbox.ts'

const quiet = { info: () => {}, warn: () => {} } as unknown as Log
const shown = `new Promise((done) => {
  const look = () => document.body?.innerText ? done(document.body.innerText) : setTimeout(look, 10)
  look()
})`

describe('network sandbox with a browser', function () {
  this.timeout(40_000)
  const { open, closeAll } = closing()
  let networkSandbox: NetworkSandbox
  let outside: Target

  before(async function () {
    requireBrowser(this)
    await requireNetworkSandbox(this)
  })
  beforeEach(async () => {
    networkSandbox = await open(openNetworkSandbox({ policy: 'on', logger: quiet }))
    outside = await open(serve((_, response) => void response.end('outside')))
  })
  afterEach(closeAll)

  const namespaceWorker = () => childrenOf(process.pid, 'namespace.worker.ts')
  const timing = () => ({ signal: new AbortController().signal, deadlineMs: 30_000 })

  it('shows pages, through the proxy of each', async () => {
    const tabs = await open(openTestTabs({ networkSandbox }))
    const text = await tabs.useShared(async (tab) => {
      await tab.cdp.send('Page.navigate', { url: outside.origin })
      const { result } = await tab.cdp.send('Runtime.evaluate', { expression: shown, awaitPromise: true })
      return [result.value, tab.proxy.counts().requests > 0]
    }, timing())
    expect(text).to.deep.equal(['outside', true])
  })

  it('keeps one in that is told to go straight to the network', async () => {
    const tabs = await open(openTestTabs({ networkSandbox }))
    const said = await tabs.useShared(async ({ target }) => {
      const context = await target.browser().createBrowserContext({ proxyServer: 'direct://' })
      const page = await context.newPage()
      return page.goto(outside.origin).catch((error: Error) => error.message)
    }, timing())
    expect(said).to.match(/^net::ERR_CONNECTION_REFUSED/)
    expect(outside.connections.count).to.equal(0)
  })

  it('replaces it when the sandbox is lost, and nobody notices', async () => {
    const tabs = await open(openTestTabs({ networkSandbox }))
    const [first = 0] = namespaceWorker()
    await tabs.useShared(async () => process.kill(first, 'SIGKILL'), timing())
    const title = await tabs.useShared(
      async ({ cdp }) => cdp.send('Page.navigate', { url: outside.origin }),
      timing(),
    )
    expect(title.errorText).to.equal(undefined)
    expect(outside.connections.count).to.be.above(0)
  })
})

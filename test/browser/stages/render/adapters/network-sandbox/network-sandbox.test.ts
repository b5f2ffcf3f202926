import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import {
  type NetworkSandbox,
  type NetworkSandboxPolicy,
  noNetworkSandbox,
  openNetworkSandbox,
} from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { closing, serve, type Target } from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'
import { requireNetworkSandbox } from '#test/unit/stages/render/adapters/network-sandbox/require-network-sandbox.ts'

const quiet = { info: () => {}, warn: () => {} } as unknown as Log
const openOne = () => openNetworkSandbox({ policy: 'on', logger: quiet })

/** What came of asking for the URL in a process of its own. */
const asking = (url: string) =>
  `fetch('${url}').then((r) => r.text(), (e) => e.cause.code).then((t) => process.stdout.write(t))`
const shown = `new Promise((done) => {
  const look = () => document.body?.innerText ? done(document.body.innerText) : setTimeout(look, 10)
  look()
})`
const interfaces = `process.stdout.write(Object.keys(os.networkInterfaces()).join())`

describe('network sandbox', function () {
  this.timeout(40_000)
  const { open, closeAll } = closing()
  let networkSandbox: NetworkSandbox
  let outside: Target

  before(async function () {
    await requireNetworkSandbox(this)
  })
  beforeEach(async () => {
    networkSandbox = await open(openOne())
    outside = await open(serve((_, response) => void response.end('outside')))
  })
  afterEach(closeAll)

  /** Runs the script inside. */
  async function inside(script: string): Promise<string> {
    const [program = '', ...first] = [...(await networkSandbox.entryCommand()), process.execPath]
    return (await promisify(execFile)(program, [...first, '-e', script])).stdout
  }
  async function serveInside(): Promise<{ port: number; connections(): number; close(): void }> {
    let count = 0
    const server = createServer((_, response) => void response.end('inside'))
    server.on('connection', () => {
      count += 1
    })
    await networkSandbox.listen(server)
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    return { port: (server.address() as AddressInfo).port, connections: () => count, close }
  }
  const namespaceWorker = () => childrenOf(process.pid, 'namespace.worker.ts')

  it('has no network but its own', async () => {
    expect(await inside(interfaces)).to.equal('lo')
    expect(await inside(asking(outside.origin))).to.equal('ECONNREFUSED')
    expect(await inside(asking('http://192.0.2.1/'))).to.equal('ENETUNREACH')
    expect(outside.connections.count).to.equal(0)
  })

  it('has no way back', async () => {
    const command = [
      ...(await networkSandbox.entryCommand()),
      'nsenter',
      `--net=/proc/${process.pid}/ns/net`,
      '--',
      'true',
    ]
    const [program = '', ...options] = command
    const said = await promisify(execFile)(program, options).catch((error: Error) => error.message)
    expect(said).to.match(/Permission denied|Operation not permitted/)
  })

  it('reaches servers of this process that listen inside, and nobody else does', async () => {
    const server = await open(serveInside())
    expect(await inside(asking(`http://127.0.0.1:${server.port}/`))).to.equal('inside')
    expect(server.connections()).to.equal(1)
    const visitor = connect(server.port, '127.0.0.1')
    await Promise.race([once(visitor, 'connect'), once(visitor, 'error')]).catch(() => {})
    visitor.destroy()
    expect(server.connections()).to.equal(1)
  })

  it('gives each of many servers a port of its own', async () => {
    const servers = await Promise.all(Array.from({ length: 20 }, () => open(serveInside())))
    expect(new Set(servers.map(({ port }) => port)).size).to.equal(20)
    for (const { port } of servers.slice(-2)) {
      expect(await inside(asking(`http://127.0.0.1:${port}/`))).to.equal('inside')
    }
  })

  it('that is lost is followed by another', async () => {
    const [first = 0] = namespaceWorker()
    process.kill(first, 'SIGKILL')
    while (namespaceWorker().includes(first)) await new Promise((resolve) => setTimeout(resolve, 10))
    // The kernel knows it a moment earlier than this process.
    await open(serveInside()).catch(() => {})
    const server = await open(serveInside())
    expect(await inside(asking(`http://127.0.0.1:${server.port}/`))).to.equal('inside')
    expect(await inside(asking(outside.origin))).to.equal('ECONNREFUSED')
  })

  it('that does not answer is followed by another', async () => {
    for (const pid of namespaceWorker()) process.kill(pid, 'SIGSTOP')
    const problem = await open(serveInside()).catch((error: Error) => error.message)
    expect(problem).to.equal('The network namespace does not answer')
    const server = await open(serveInside())
    expect(await inside(asking(`http://127.0.0.1:${server.port}/`))).to.equal('inside')
  })

  it('leaves no process behind', async () => {
    expect(namespaceWorker()).to.have.length(1)
    await networkSandbox.close()
    expect(namespaceWorker()).to.deep.equal([])
  })

  describe('with a browser', () => {
    const timing = () => ({ signal: new AbortController().signal, deadlineMs: 30_000 })

    before(function () {
      requireBrowser(this)
    })

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
})

describe('openNetworkSandbox', () => {
  async function opened(policy: NetworkSandboxPolicy) {
    const warnings: object[] = []
    const logger = { ...quiet, warn: (about: object) => warnings.push(about) } as unknown as Log
    const failing = () => Promise.reject(new Error('Operation not permitted'))
    const sandbox = await openNetworkSandbox({ policy, logger, open: failing }).catch(
      (error: Error) => error.message,
    )
    return { sandbox, warnings }
  }

  it('logs a warning when the system allows no namespace', async () => {
    expect(await opened('auto')).to.deep.equal({
      sandbox: noNetworkSandbox,
      warnings: [{ reason: 'Operation not permitted' }],
    })
  })

  it('rejects when a namespace is required and the system allows none', async () => {
    const { sandbox } = await opened('on')
    expect(sandbox).to.equal('RENDER_JAIL is on, but there is no network namespace: Operation not permitted')
  })

  it('creates no namespace with policy off, and logs a warning', async () => {
    expect(await opened('off')).to.deep.equal({
      sandbox: noNetworkSandbox,
      warnings: [{ reason: 'RENDER_JAIL is off' }],
    })
    expect(await noNetworkSandbox.entryCommand()).to.deep.equal([])
  })
})

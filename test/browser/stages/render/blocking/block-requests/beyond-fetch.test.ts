import { createServer } from 'node:http'
import { expect } from 'chai'
import { type Blocker, blockRequests } from '#stages/render/blocking/block-requests.ts'
import { eventually } from '#test/contract/eventually.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import {
  closing,
  listening,
  type Target,
  testProxy,
} from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'

/** Sockets to a listed host, then to another: when that one was reached, the first has had its turn. */
const sockets = (port: number) => `
  const listed = new WebSocket('ws://ws.hotjar.com:${port}/listed')
  listed.onerror = () => new WebSocket('ws://chat.example.net:${port}/other')`
/** Fetches in the same order. */
const fetches = (port: number) => `
  const ask = (url) => fetch(url, { mode: 'no-cors' }).catch(() => {})
  ask('http://www.google-analytics.com:${port}/listed').then(() => ask('http://api.example.net:${port}/other'))`
const scripts: Readonly<Record<string, (port: number) => string>> = {
  '/socket': sockets,
  '/worker-socket': () => `new Worker('/sockets.js')`,
  '/shared-worker': () => `new SharedWorker('/fetches.js')`,
  '/shared-worker-socket': () => `new SharedWorker('/sockets.js')`,
  '/service-worker': () => `navigator.serviceWorker.register('/fetches.js')`,
  '/sockets.js': sockets,
  '/fetches.js': fetches,
  '/secure-socket': (port) => `
    const listed = new WebSocket('wss://ws.hotjar.com:${port}/')
    listed.onerror = () => new WebSocket('wss://chat.example.net:${port}/')`,
  '/hints': (port) => `
    for (const rel of ['dns-prefetch', 'preconnect']) {
      const href = 'https://ws.hotjar.com:${port}'
      document.head.append(Object.assign(document.createElement('link'), { rel, href }))
    }
    fetch('/once').then(() => fetch('/twice')).then(() => fetch('/later'))`,
}

describe('blockRequests: requests that interception does not see', () => {
  const { open, closeAll } = closing()
  let opened: TestTab
  let target: Target
  let requested: string[]
  let resolved: string[]

  before(function () {
    requireBrowser(this)
  })
  beforeEach(async () => {
    requested = []
    resolved = []
    const server = createServer(({ url = '', headers }, response) => {
      requested.push(`${headers.host?.split(':')[0]}${url}`)
      const isScript = url.endsWith('.js')
      const script = scripts[url]?.(target.port) ?? ''
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : `<!doctype html><script>${script}</script>`)
    })
    server.on('upgrade', ({ url, headers }, socket) => {
      requested.push(`${headers.host?.split(':')[0]}${url}`)
      socket.destroy()
    })
    target = await open(listening(server))
    const resolve = async (name: string) => {
      resolved.push(name)
      return ['127.0.0.1']
    }
    const proxy = await open(testProxy({ allow: '127.0.0.0/8:*', resolve }))
    opened = await openWorkerTab({ proxy })
  })
  afterEach(async () => {
    await opened?.close()
    await closeAll()
  })

  async function show(path: string, host = 'news.example.com'): Promise<Blocker> {
    const url = `http://${host}:${target.port}${path}`
    const blocker = await blockRequests(opened.tab, url)
    await opened.tab.page.goto(url)
    return blocker
  }

  for (const [what, path] of [
    ['WebSockets', '/socket'],
    ['WebSockets of workers', '/worker-socket'],
    ['WebSockets of shared workers', '/shared-worker-socket'],
  ] as const) {
    it(what, async () => {
      const blocker = await show(path)
      await eventually(() => requested.includes('chat.example.net/other'))
      expect(requested).not.to.include('ws.hotjar.com/listed')
      expect(resolved).not.to.include('ws.hotjar.com')
      expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
    })
  }

  for (const [what, path, host] of [
    ['requests of shared workers', '/shared-worker', 'news.example.com'],
    // Nowhere but in a secure context are there any.
    ['requests of service workers', '/service-worker', '127.0.0.1'],
  ] as const) {
    it(what, async () => {
      const blocker = await show(path, host)
      await eventually(() => requested.includes('api.example.net/other'))
      expect(requested).not.to.include('www.google-analytics.com/listed')
      expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
    })
  }

  // Whole browsers follow hints in their default context alone, which no job has; the headless shell never does.
  it('preconnects of resource hints', async () => {
    await show('/hints')
    await eventually(() => requested.includes('news.example.com/later'))
    expect([...new Set(resolved)]).to.deep.equal(['news.example.com'])
  })

  // As early connections would, it asks for a tunnel and nothing more.
  it('tunnels', async () => {
    const blocker = await show('/secure-socket')
    await eventually(() => resolved.includes('chat.example.net'))
    expect(resolved).not.to.include('ws.hotjar.com')
    expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
  })
})

import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { type Blocker, blockRequests } from '#stages/render/blocking/block-requests.ts'
import { openTestBrowser, requireBrowser, type TestBrowser, type TestTab } from '#test/tools/test-tab.ts'
import {
  closing,
  listening,
  type Target,
  testProxy,
} from '#test/unit/stages/render/adapters/proxy/loopback.ts'

/** The page asks a listed host first, then another: when that one was reached, the first has had its turn. */
const scripts: Readonly<Record<string, (port: number) => string>> = {
  '/socket': (port) => `
    const listed = new WebSocket('ws://ws.hotjar.com:${port}/listed')
    listed.onerror = () => new WebSocket('ws://chat.example.net:${port}/other')`,
  '/shared-worker': () => `new SharedWorker('/shared.js')`,
  '/secure-socket': (port) => `
    const listed = new WebSocket('wss://ws.hotjar.com:${port}/')
    listed.onerror = () => new WebSocket('wss://chat.example.net:${port}/')`,
}
const shared = (port: number) => `
  const ask = (url) => fetch(url, { mode: 'no-cors' }).catch(() => {})
  ask('http://www.google-analytics.com:${port}/listed').then(() => ask('http://api.example.net:${port}/other'))`

describe('blocked where interception does not reach', function () {
  this.timeout(30_000)
  const { open, closeAll } = closing()
  let browser: TestBrowser
  let opened: TestTab
  let target: Target
  let asked: string[]
  let resolved: string[]

  before(async function () {
    requireBrowser(this)
    browser = await openTestBrowser()
  })
  beforeEach(async () => {
    asked = []
    resolved = []
    const server = createServer(({ url = '', headers }, response) => {
      asked.push(`${headers.host?.split(':')[0]}${url}`)
      const script = scripts[url]?.(target.port)
      const type = url === '/shared.js' ? 'text/javascript' : 'text/html'
      response.writeHead(200, { 'content-type': type })
      response.end(script === undefined ? shared(target.port) : `<!doctype html><script>${script}</script>`)
    })
    server.on('upgrade', ({ url, headers }, socket) => {
      asked.push(`${headers.host?.split(':')[0]}${url}`)
      socket.destroy()
    })
    target = await open(listening(server))
    const resolve = async (name: string) => {
      resolved.push(name)
      return ['127.0.0.1']
    }
    const proxy = await open(testProxy({ allow: '127.0.0.0/8:*', resolve }))
    opened = await browser.open({ proxy })
  })
  afterEach(async () => {
    await opened?.close()
    await closeAll()
  })
  after(() => browser?.close())

  async function show(path: string): Promise<Blocker> {
    const url = `http://news.example.com:${target.port}${path}`
    const blocker = await blockRequests(opened.tab, url)
    await opened.tab.page.goto(url)
    return blocker
  }
  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await delay(20)
  }

  it('WebSockets', async () => {
    const blocker = await show('/socket')
    await until(() => asked.includes('chat.example.net/other'))
    expect(asked).not.to.include('ws.hotjar.com/listed')
    expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
  })

  it('requests of shared workers', async () => {
    const blocker = await show('/shared-worker')
    await until(() => asked.includes('api.example.net/other'))
    expect(asked).not.to.include('www.google-analytics.com/listed')
    expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
  })

  // As early connections do, it asks for a tunnel and nothing more.
  it('tunnels', async () => {
    const blocker = await show('/secure-socket')
    await until(() => resolved.includes('chat.example.net'))
    expect(resolved).not.to.include('ws.hotjar.com')
    expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
  })
})

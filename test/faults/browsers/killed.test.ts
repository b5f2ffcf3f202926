import { readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { eventually as untilSo } from '#test/contract/eventually.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { get, postSnapshot } from '#test/support/service/api-client.ts'
import {
  childrenOf,
  descendantsOf,
  eventually,
  type Seen,
  stillRunning,
} from '#test/support/service/processes.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const small = { viewport: { width: 320, height: 240 } }

describe('browsers and the process that owns them', function () {
  this.timeout(150_000)
  let site: TargetSite
  let folder: string
  let held: PromiseWithResolvers<void>
  let late: Server | null = null

  beforeEach(async () => {
    held = Promise.withResolvers()
    folder = await freshFolder('browsers')
    site = await openSite({
      before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
    })
  })
  afterEach(async () => {
    held.resolve()
    await endAllServices()
    late?.close()
    await site.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const start = (env: Readonly<Record<string, string>> = {}) =>
    startParts([], { env: { DATA_DIR: folder, CHROME_SANDBOX: 'off', RENDER_CONCURRENCY: '2', ...env } })
  const shoot = (service: ServiceProcess, path: string) =>
    postSnapshot(service.url, { ...small, url: site.url(path) })
  const profiles = () => readdir(join(folder, 'browsers'))

  /** The id of a snapshot whose answer is read later. */
  async function accepted(service: ServiceProcess, path: string): Promise<string> {
    // The maximum timeout, since the next process must start meanwhile.
    const body = { ...small, url: site.url(path), timeout: 60_000 }
    const { headers } = await postSnapshot(service.url, body, { headers: { prefer: 'respond-async' } })
    return String(headers.get('location'))
  }

  async function withPageOpen(service: ServiceProcess): Promise<Seen[]> {
    void shoot(service, '/held').catch(() => 'lost')
    while (site.hits('/held') === 0) await sleep(20)
    const browsers = descendantsOf(service.pid)
    expect(browsers.map(({ command }) => command).join()).to.match(/chrom/i)
    return browsers
  }

  async function expectGone(browsers: readonly Seen[]): Promise<void> {
    await eventually(() => stillRunning(browsers).length === 0)
    expect(stillRunning(browsers)).to.deep.equal([])
  }

  it('are gone after kill -9, and their files at the next start, which waits for its look-ups', async function () {
    requireBrowser(this)
    const killed = await start()
    const browsers = await withPageOpen(killed)
    const [render] = childrenOf(killed.pid, 'render-process.ts')
    const later = await accepted(killed, '/held-later')
    await killed.kill()
    const since = performance.now()
    await expectGone(browsers)
    expect(await profiles()).to.deep.equal([`${hostname()}.${render}`])
    const [port = 0, latePort = 0] = await freePorts(2)
    late = await lateServer(latePort, port)
    const lookups = { LOOKUPS_LISTEN: `127.0.0.1:${port}`, LOOKUPS_ADDRESS: `127.0.0.1:${latePort}` }
    const next = await start(lookups)
    await untilSo(async () => !(await profiles()).includes(`${hostname()}.${render}`))
    held.resolve()
    expect((await shoot(next, '/next')).status).to.equal(200)
    const recoveredMs = performance.now() - since
    const answer = () => get(next.url + later)
    await untilSo(async () => (await answer()).status !== 202)
    const { status, json, text } = await answer()
    const lost = status === 200 ? 0 : 1
    reportFault({
      fault: 'the service killed with pages open, its look-ups late',
      accepted: 1,
      lost,
      recoveredMs,
    })
    expect(json, text).to.include({ url: site.url('/held-later'), cached: false })
    expect(await next.stop()).to.equal(0)
  })

  it('are gone after SIGTERM, with their folders, even while a page is loading', async function () {
    requireBrowser(this)
    const service = await start()
    const browsers = await withPageOpen(service)
    const began = performance.now()
    expect(await service.stop()).to.equal(0)
    reportFault({ fault: 'SIGTERM while a page is loading', recoveredMs: performance.now() - began })
    expect(stillRunning(browsers)).to.deep.equal([])
    expect(await profiles()).to.deep.equal([])
  })

  it('are replaced when they are killed, without effect on later calls', async function () {
    requireBrowser(this)
    const service = await start({ RENDER_CONCURRENCY: '1' })
    expect((await shoot(service, '/first')).status).to.equal(200)
    const [render = 0] = childrenOf(service.pid, 'render-process.ts')
    for (const { pid } of descendantsOf(render)) kill(pid)
    const killed = performance.now()
    const { status } = await shoot(service, '/second')
    const recoveredMs = performance.now() - killed
    reportFault({ fault: 'an idle browser killed', accepted: 1, lost: status === 200 ? 0 : 1, recoveredMs })
    expect(status).to.equal(200)
    await untilSo(async () => {
      const { text } = await get(`${service.url}/metrics`)
      expect(text).to.match(/^pageprobe_browsers 1$/m)
      expect(text).to.match(/^pageprobe_browser_exits_total\{reason="crashed"\} 1$/m)
      expect(text).to.match(/^pageprobe_lag_records\{stage="render",lane="interactive"\} \d+$/m)
      return true
    })
    expect(await service.stop()).to.equal(0)
  })
})

/** A process whose parent was killed just now may be gone already. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect(error).to.include({ code: 'ESRCH' })
  }
}

/** How long the server below serves nobody, from the first connection: longer than an inspection waits for a service. */
const LATE_MS = 3000

/** A server that hangs up at first; later, it connects to `target`. Both are ports of 127.0.0.1. */
async function lateServer(port: number, target: number): Promise<Server> {
  let opensAt: number | null = null
  const server = createServer((client) => {
    opensAt ??= performance.now() + LATE_MS
    if (performance.now() < opensAt) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

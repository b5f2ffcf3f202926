import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { get, getMetadata, postSnapshot } from '#test/support/service/api-client.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { childrenOf, descendantsOf, eventually, stillRunning } from '#test/support/service/processes.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PROGRAM = 'infra/render/render-process.ts'
const withShortSilence = withConstants({ 'infra/render/main-thread-guard.ts': { SILENCE_MS: 3000 } })

describe('the process of the render part', function () {
  this.timeout(120_000)
  let site: TargetSite
  let held: PromiseWithResolvers<void>

  beforeEach(async function () {
    requireBrowser(this)
    held = Promise.withResolvers()
    site = await openSite({
      before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
    })
  })
  afterEach(async () => {
    held.resolve()
    await endAllServices()
    await site?.close()
  })

  const shoot = (service: ServiceProcess, path: string) =>
    postSnapshot(service.url, { url: site.url(path), viewport: { width: 320, height: 240 }, timeout: 60_000 })

  async function untilRequested(path: string, times: number): Promise<void> {
    while (site.hits(path) < times) await sleep(20)
  }

  it('may be killed: gateway and log go on, and the calls in progress are answered', async () => {
    const service = await startParts([])
    const answers = ['/held-1', '/held-2'].map((path) => shoot(service, path))
    await untilRequested('/held-1', 1)
    const [render = 0] = childrenOf(service.pid, PROGRAM)
    const browsers = descendantsOf(render)
    process.kill(render, 'SIGKILL')
    const killed = performance.now()
    expect((await get(`${service.url}/healthz`)).status).to.equal(200)
    expect((await getMetadata(service.url, site.url('/metadata'))).status).to.equal(200)
    await eventually(() => stillRunning(browsers).length === 0)
    expect(stillRunning(browsers)).to.deep.equal([])
    await untilRequested('/held-1', 2)
    const recoveredMs = performance.now() - killed
    expect((await get(`${service.url}/healthz`)).status).to.equal(200)
    held.resolve()
    const ended = await Promise.all(answers)
    const lost = ended.filter(({ status }) => status !== 200).length
    reportFault({
      fault: 'the render process killed with pages open',
      accepted: ended.length,
      lost,
      recoveredMs,
    })
    for (const { status, text } of ended) expect(status, text).to.equal(200)
    expect((await shoot(service, '/next')).status).to.equal(200)
    expect(await service.stop()).to.equal(0)
  })

  it('is replaced when it sends no heartbeat, and its work goes on', async () => {
    const service = await startParts([], { command: withShortSilence })
    expect((await shoot(service, '/first')).status).to.equal(200)
    const [silent = 0] = childrenOf(service.pid, PROGRAM)
    process.kill(silent, 'SIGSTOP')
    const suspended = performance.now()
    const { status, text } = await shoot(service, '/second')
    const recoveredMs = performance.now() - suspended
    const lost = status === 200 ? 0 : 1
    reportFault({ fault: 'the render process suspended, silent for 3 s', accepted: 1, lost, recoveredMs })
    expect(status, text).to.equal(200)
    expect(childrenOf(service.pid, PROGRAM)).to.have.length(1).and.not.to.include(silent)
    expect(await service.stop()).to.equal(0)
  })

  it('ends with a service that is killed, and browsers with it', async () => {
    const service = await startParts([])
    expect((await shoot(service, '/first')).status).to.equal(200)
    const all = descendantsOf(service.pid)
    expect(all.map(({ command }) => command).join()).to.match(/chrom/i)
    await service.kill()
    await eventually(() => stillRunning(all).length === 0)
    expect(stillRunning(all)).to.deep.equal([])
  })
})

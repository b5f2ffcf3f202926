import { mock } from 'node:test'
import { expect } from 'chai'
import { SILENCE_MS } from '#infra/render/main-thread-guard.ts'
import { forkRender, isForRender, LOAD_MS, type RenderChild } from '#infra/render/render-child.ts'
import { makeLog } from '#shared/log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { childrenOf } from '#test/support/service/processes.ts'

describe('the process of the render part', function () {
  this.timeout(90_000)
  let child: RenderChild
  beforeEach(function () {
    if (process.platform !== 'linux') this.skip()
    mock.timers.enable({ apis: ['setInterval'] })
    child = forkRender(makeLog('silent', []))
  })
  afterEach(async () => {
    mock.timers.reset()
    await child?.stop(0)
  })

  const processes = () => childrenOf(process.pid, 'infra/render/render-process.ts')
  const untilLoaded = () => eventually(async () => (await child.metrics()).length > 0)

  it('has minutes to load, longer than it may be silent later', async () => {
    const [slow = 0] = processes()
    process.kill(slow, 'SIGSTOP')
    mock.timers.tick(LOAD_MS - 1000)
    expect(processes()).to.deep.equal([slow])
    process.kill(slow, 'SIGCONT')
    await untilLoaded()
    expect(processes()).to.deep.equal([slow])
  })

  it('is replaced when it does not load at all', async () => {
    const [stuck = 0] = processes()
    process.kill(stuck, 'SIGSTOP')
    mock.timers.tick(LOAD_MS)
    await eventually(() => processes().length === 1 && processes()[0] !== stuck)
  })

  it('is replaced when it sends no heartbeat for half a minute, not sooner, and ends with its parent', async () => {
    await untilLoaded()
    const [silent = 0] = processes()
    process.kill(silent, 'SIGSTOP')
    mock.timers.tick(SILENCE_MS - 1000)
    expect(processes()).to.deep.equal([silent])
    mock.timers.tick(1000)
    await eventually(() => processes().length === 1 && processes()[0] !== silent)
    await untilLoaded()
    await child.stop(0)
    expect(processes()).to.deep.equal([])
  })
})

describe('isForRender', () => {
  const isFor = (topic: string, operation?: string) =>
    isForRender({ topic, key: null, value: null, headers: operation ? { ce_operation: operation } : {} })

  it('holds for requests that a browser serves, and for those that name no operation', () => {
    const topic = 'inspection.requested.interactive'
    expect([isFor(topic, 'snapshot'), isFor(topic, 'performance'), isFor(topic)]).to.deep.equal([
      true,
      true,
      true,
    ])
    expect([isFor(topic, 'metadata'), isFor(topic, 'seo-audit')]).to.deep.equal([false, false])
    expect(isFor('result.snapshot', 'snapshot')).to.equal(false)
  })
})

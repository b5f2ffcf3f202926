// own browser: it is killed while pages are measured
import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { measure } from '#stages/render/lab/measure.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { measuring, parametersFor, untilTimeForAll } from './measuring.ts'

const words = html('<h1>Words</h1>')

describe('a measurement whose browser is killed', () => {
  let tabs: TestTabs
  let requests = 0
  let isKilledAt = (_request: number) => false
  const killing: Route = (request, response) => {
    requests += 1
    if (isKilledAt(requests))
      for (const pid of childrenOf(process.pid, tabs.folder)) process.kill(pid, 'SIGKILL')
    return words(request, response)
  }
  const {
    site,
    ports,
    measure: measureOnce,
    measureAll,
  } = measuring({ '/killing': killing }, async () => tabs)
  before(async () => {
    tabs = await openTestTabs()
  })
  after(() => tabs?.close())

  /** `kills`: whether the browser is killed at this request of the page, the first one being 1. */
  async function run(kills: typeof isKilledAt): Promise<Measurement | Failure> {
    isKilledAt = kills
    requests = 0
    const parameters = parametersFor(site().url('/killing'))
    const request = { url: parameters.url, parameters, expiresAt: null } as unknown as InspectionRequested
    try {
      return await measure({ ...ports(), tabs }, request, new AbortController().signal)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  it('while it loads the page, is made in another browser', async () => {
    const measured = await untilTimeForAll(() => run((request) => request === 1))
    expect(measured).to.include({ status: 200 })
    expect(measured).to.have.nested.property('vitals.fcp.value').above(0)
    expect(measured).to.have.deep.property('missing', {})
  })

  it('again and again, is BROWSER_CRASHED, and the next one works', async () => {
    expect(await run(() => true)).to.include({ code: 'BROWSER_CRASHED' })
    expect(requests).to.equal(2)
    expect(await run(() => false)).to.include({ status: 200 })
  })

  it('in its second view, lacks that view alone, and the next one works', async () => {
    isKilledAt = (request) => request === 2
    requests = 0
    const { vitals, missing } = await measureOnce('/killing')
    expect(vitals.fcp.value).to.be.above(0)
    expect(missing).to.have.all.keys('second_view', 'coverage', 'back_forward_cache')
    expect((await measureAll('/killing')).missing).to.deep.equal({})
  })
})

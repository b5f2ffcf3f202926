import { expect } from 'chai'
import {
  makeHealthCheck,
  reapStuckBrowsers,
  waitUntilPainted,
} from '#stages/render/adapters/browsers/health-check.ts'
import type { BrowserInstance } from '#stages/render/adapters/browsers/instance.ts'
import type { OpenedTab } from '#stages/render/adapters/browsers/open-tab.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const never = new Promise<never>(() => {})

/** A tab whose proxy answers the browser with this status, and that counts how often it was closed. */
function makeTab({
  status = 204,
  painting = Promise.resolve({}),
}: {
  status?: number
  painting?: object
} = {}) {
  const closed = { count: 0 }
  const send = (method: string) =>
    method === 'Runtime.evaluate' ? Promise.resolve({ result: { value: status } }) : painting
  const opened = {
    tab: { cdp: { send }, proxy: { authProbeUrl: 'http://proxy.invalid/x' } },
    async close() {
      closed.count += 1
    },
  } as unknown as OpenedTab
  return { opened, closed }
}

describe('health check', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  it('opens, loads, paints and closes a tab', async () => {
    const { opened, closed } = makeTab()
    const check = makeHealthCheck(async () => opened, 1000)
    const probe = check.probe()
    expect(check.openProbes()).to.equal(1)
    await probe
    expect([check.openProbes(), closed.count]).to.deep.equal([0, 1])
  })

  it('rejects when the browser does not open, or paint, in time', async () => {
    const opening = [never, Promise.resolve(makeTab({ painting: never }).opened)]
    for (const tab of opening) {
      const check = makeHealthCheck(() => tab, 1000)
      let failure: unknown = null
      check.probe().catch((error: unknown) => {
        failure = error
      })
      await clock.pass(999)
      expect(failure).to.equal(null)
      await clock.pass(1)
      expect(failure).to.be.instanceOf(Error)
      expect(check.openProbes()).to.equal(0)
    }
  })

  it('rejects when the proxy rejects the browser', async () => {
    const { opened } = makeTab({ status: 407 })
    expect(await rejectionOf(waitUntilPainted(Promise.resolve(opened), 1000)))
      .to.have.property('message')
      .that.includes('proxy rejects')
  })
})

describe('reapStuckBrowsers', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  function makeInstance(busyMs: number | null, probe: () => Promise<void>) {
    const since = busyMs === null ? null : clock.now() - busyMs
    const calls = { probes: 0, kills: [] as string[] }
    const instance = {
      busySince: () => since,
      probe() {
        calls.probes += 1
        return probe()
      },
      async kill(reason: string) {
        calls.kills.push(reason)
      },
    } as unknown as BrowserInstance
    return { instance, calls }
  }

  it('kills a busy browser whose probe fails, and leaves one that works', async () => {
    const stuck = makeInstance(5000, () => Promise.reject(new Error('nothing painted')))
    const working = makeInstance(5000, async () => {})
    const stop = reapStuckBrowsers(() => [stuck.instance, working.instance], 2000)
    await clock.pass(2000)
    expect(stuck.calls.kills).to.deep.equal(['it is stuck: nothing painted'])
    expect(working.calls).to.deep.equal({ probes: 1, kills: [] })
    stop()
    await clock.pass(10_000)
    expect(working.calls.probes).to.equal(1)
  })

  it('probes no browser that is idle or has a new job, and none twice at the same time', async () => {
    const idle = makeInstance(null, async () => {})
    const fresh = makeInstance(-4000, async () => {})
    const slow = makeInstance(5000, () => never)
    const stop = reapStuckBrowsers(() => [idle.instance, fresh.instance, slow.instance], 2000)
    await clock.pass(4000)
    expect([idle, fresh, slow].map(({ calls }) => calls.probes)).to.deep.equal([0, 0, 1])
    await clock.pass(2000)
    expect([idle, fresh, slow].map(({ calls }) => calls.probes)).to.deep.equal([0, 1, 1])
    stop()
  })
})

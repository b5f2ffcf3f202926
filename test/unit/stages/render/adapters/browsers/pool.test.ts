import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import { type BrowserPoolOptions, openBrowserPool } from '#stages/render/adapters/browsers/pool.ts'
import { noNetworkSandbox } from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} } as unknown as Log

describe('browser pool', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-pool-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const open = (findBrowser: () => string | null) =>
    openBrowserPool({
      ...{ concurrency: 5, folder, findBrowser, sandbox: 'off', user: null, logger: silent },
      ...{ networkSandbox: noNetworkSandbox, backoffMs: 1, maxBackoffMs: 10_000, launchMs: 5000 },
      pipe: { messageBytes: 1000, contextBytes: 1000 },
    } as unknown as BrowserPoolOptions)

  for (const [what, findBrowser, reason] of [
    ['is none', () => null, /no Chromium: install/],
    ['does not start', () => '/bin/false', /could not be started/],
  ] as const) {
    it(`has a slot for each job, which reject while the browser ${what}`, async () => {
      const pool = await open(findBrowser)
      expect(pool.slots).to.have.length(5)
      const failures = await Promise.all(pool.slots.map((slot) => rejectionOf(slot.openTab())))
      for (const failure of failures) {
        expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
        expect(String((failure as Error).cause)).to.match(reason)
      }
      expect([pool.isReady(), pool.instances(), pool.counts.launched]).to.deep.equal([false, [], 0])
      await pool.stop()
    })
  }

  it('rejects work in a browser of its own with the reason that there is none', async () => {
    const pool = await open(() => null)
    const failure = await rejectionOf(pool.runIsolated(async () => 'done', new AbortController().signal))
    expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await pool.stop()
  })

  it('leaves no folder of this process when it is stopped', async () => {
    const pool = await open(() => '/bin/false')
    await Promise.all(pool.slots.map((slot) => rejectionOf(slot.openTab())))
    await pool.stop()
    expect(existsSync(join(folder, `${hostname()}.${process.pid}`))).to.equal(false)
  })
})

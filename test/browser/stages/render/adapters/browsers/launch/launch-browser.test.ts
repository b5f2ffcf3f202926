// own browser: its start is what is tested
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import {
  type LaunchedBrowser,
  launchBrowser,
} from '#stages/render/adapters/browsers/launch/launch-browser.ts'
import { noNetworkSandbox } from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { childrenOf, countInSessions, eventually } from '#test/support/service/processes.ts'

describe('launchBrowser', function () {
  this.timeout(40_000)
  let profile: string
  let launched: LaunchedBrowser | null = null
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'launch-'))
  })
  afterEach(async () => {
    await launched?.close(0)
    launched = null
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  const launch = async (executablePath: string, own: { launchMs?: number; signal?: AbortSignal } = {}) => {
    launched = await launchBrowser({
      executablePath,
      profile,
      networkSandbox: noNetworkSandbox,
      isSandboxed: process.getuid?.() !== 0,
      user: null,
      launchMs: 20_000,
      protocolMs: 20_000,
      pipe: { messageBytes: 2 ** 26, contextBytes: 2 ** 30 },
      signal: new AbortController().signal,
      ...own,
    })
    return launched
  }
  const problemOf = (starting: Promise<unknown>) =>
    starting.then(
      () => 'it started',
      (error: Error) => error.message,
    )

  describe('that there is', () => {
    beforeEach(function () {
      requireBrowser(this)
    })

    it('shows pages, and one address of its own', async () => {
      const { browser } = await launch(findChromium() ?? '')
      const page = await browser.newPage()
      // An answer of several chunks, and characters of more than one byte.
      expect(await page.evaluate(`'é€😀'.repeat(500_000).length`)).to.equal(2_000_000)
      const text = (await page.evaluate(`'é€😀'.repeat(200_000)`)) as string
      expect(text).to.equal('é€😀'.repeat(200_000))
    })

    it('gets nothing of the environment', async () => {
      process.env.TEST_SECRET = 'hunter2'
      const { pid } = await launch(findChromium() ?? '')
      delete process.env.TEST_SECRET
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      const names = environment.map((entry) => entry.split('=')[0]).filter(Boolean)
      expect(names).to.include('HOME').and.not.to.include.members(['TEST_SECRET'])
      expect(
        names.filter((name) => !/^(HOME|TMPDIR|PATH|LANG|TZ|FC_.*|CHROME_.*)$/.test(name ?? '')),
      ).to.deep.equal([])
    })

    for (const [way, graceMs] of [
      ['gently', 5000],
      ['at once', 0],
    ] as const) {
      it(`ends with all its processes, ${way}`, async () => {
        const { browser, pid, close } = await launch(findChromium() ?? '')
        await browser.newPage()
        expect(countInSessions([pid])).to.be.above(1)
        await close(graceMs)
        expect(await eventually(() => countInSessions([pid]) === 0)).to.equal(true)
      })
    }
  })

  it('that is stuck ends all the same, and at once when it is told so later', async function () {
    requireBrowser(this)
    const { pid, close } = await launch(findChromium() ?? '')
    process.kill(pid, 'SIGSTOP')
    const gently = close(600_000)
    await close(0)
    await gently
    expect(await eventually(() => countInSessions([pid]) === 0)).to.equal(true)
  })

  describe('that does not start', () => {
    const mine = () => childrenOf(process.pid, profile)

    it('is told of, with its last words', async () => {
      expect(await problemOf(launch('/bin/ls'))).to.match(
        /could not be started.*\n.*(unrecognized|invalid|unknown)/i,
      )
    })

    it('is told of when there is no such program, or none that may be run', async () => {
      expect(await problemOf(launch(join(profile, 'nowhere')))).to.match(/could not be started.*ENOENT/)
      expect(await problemOf(launch(profile))).to.match(/could not be started.*EACCES/)
    })

    it('is ended when it does not answer in time', async () => {
      // Takes whatever options there are, and waits.
      const mute = ['#!/bin/sh', 'sleep 60 & wait']
      const program = await script(join(profile, 'mute'), mute)
      expect(await problemOf(launch(program, { launchMs: 300 }))).to.include('did not respond within 300 ms')
      expect(mine()).to.deep.equal([])
    })

    it('is ended when the start is given up', async () => {
      const program = await script(join(profile, 'mute'), ['#!/bin/sh', 'sleep 60 & wait'])
      const caller = new AbortController()
      const starting = problemOf(launch(program, { signal: caller.signal }))
      expect(await eventually(() => mine().length > 0)).to.equal(true)
      const leaders = mine()
      caller.abort(new Error('stopped'))
      expect(await starting).to.include('stopped')
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
    })
  })
})

async function script(path: string, lines: readonly string[]): Promise<string> {
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o700 })
  return path
}

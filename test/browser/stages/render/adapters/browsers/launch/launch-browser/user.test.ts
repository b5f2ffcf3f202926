// own browser: it runs as another user
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import { openProfiles } from '#stages/render/adapters/browsers/launch/profiles.ts'
import {
  type NetworkSandbox,
  noNetworkSandbox,
  openNetworkSandbox,
} from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { descendantsOf } from '#test/support/service/processes.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { requireNetworkSandbox } from '#test/unit/stages/render/adapters/network-sandbox/require-network-sandbox.ts'

const OWNER = { uid: 65_533, gid: 65_533 }
const quiet = { info: () => {}, warn: () => {} } as unknown as Log

describe('browsers of a service that runs as root', () => {
  let folder: string
  let tabs: TestTabs | null = null
  let networkSandbox: NetworkSandbox = noNetworkSandbox

  before(function () {
    if (process.getuid?.() !== 0) skipLoudly(this, 'the tests do not run as root')
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-user-'))
  })
  afterEach(async () => {
    await tabs?.close()
    await networkSandbox.close()
    tabs = null
    networkSandbox = noNetworkSandbox
    await rm(folder, { recursive: true, force: true })
  })

  const browserProcesses = () =>
    descendantsOf(process.pid).filter(({ command }) => /chrom.* --/.test(command))
  /**
   * proc(5): the real user, and the seccomp mode of every browser process of this one, but for the `others` and what these
   * have started.
   */
  const browsersBeside = (others: readonly number[]) => {
    const apart = new Set(others.flatMap((pid) => [pid, ...descendantsOf(pid).map((one) => one.pid)]))
    return browserProcesses()
      .filter(({ pid }) => !apart.has(pid))
      .map(({ pid, command }) => {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const field = (name: string) => new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
        return { uid: field('Uid'), seccomp: field('Seccomp'), isPage: command.includes('--type=renderer') }
      })
  }

  async function expectSandboxed(): Promise<void> {
    const shared = browserProcesses().map(({ pid }) => pid)
    tabs = await openTestTabs({ sandbox: 'auto', networkSandbox, user: { ...OWNER, folder } })
    const seen = await tabs.useShared(
      async (tab) => {
        await tab.guard(tab.cdp.send('Runtime.evaluate', { expression: '1' }))
        return browsersBeside(shared)
      },
      { deadlineMs: 30_000, signal: new AbortController().signal },
    )
    expect(tabs.stats().sandbox, JSON.stringify(tabs.logged)).to.equal('on')
    expect(new Set(seen.map(({ uid }) => uid))).to.deep.equal(new Set([String(OWNER.uid)]))
    const pages = seen.filter(({ isPage }) => isPage)
    expect(pages).to.not.have.length(0)
    // 2: the filter that the sandbox puts around pages.
    expect(new Set(pages.map(({ seccomp }) => seccomp))).to.deep.equal(new Set(['2']))
  }

  it('run as a user of their own, with their sandbox', async function () {
    requireBrowser(this)
    await expectSandboxed()
  })

  it('do so in a jail too', async function () {
    requireBrowser(this)
    await requireNetworkSandbox(this)
    networkSandbox = await openNetworkSandbox({ policy: 'on', logger: quiet })
    await expectSandboxed()
  })

  it('have profiles that nobody else may look into, in folders that are none of theirs', async () => {
    const profiles = await openProfiles(join(folder, 'all'), OWNER)
    const profile = await profiles.create()
    const { uid, mode } = await stat(profile)
    expect([uid, mode & 0o777]).to.deep.equal([OWNER.uid, 0o700])
    const above = await stat(join(profile, '..'))
    expect([above.uid, above.mode & 0o777]).to.deep.equal([0, 0o711])
    await profiles.close()
  })

  it('have none where somebody else has put a folder or a link', async () => {
    await symlink('/', join(folder, 'link'))
    const failure = await openProfiles(join(folder, 'link'), OWNER).catch((error: Error) => error.message)
    expect(failure).to.match(/is not a folder of the user/)
  })
})

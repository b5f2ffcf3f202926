// own browser: a process with browsers is killed
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf, countInSessions, eventually } from '#test/support/service/processes.ts'

const program = join(import.meta.dirname, 'tabs-program.ts')

describe('a process with browsers', () => {
  let folder: string
  let child: ChildProcess
  beforeEach(async function () {
    requireBrowser(this)
    folder = await mkdtemp(join(tmpdir(), 'orphans-'))
    child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (child.stdout !== null) await once(child.stdout, 'data')
  })
  afterEach(async () => {
    child?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('takes them along when it is killed, and the next one removes what they left', async () => {
    const leaders = childrenOf(child.pid ?? 0, folder)
    expect(leaders).to.have.length(2)
    expect(countInSessions(leaders)).to.be.above(4)
    child.kill('SIGKILL')
    expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
    expect(await readdir(folder)).to.have.length(1)
    const next = await openTestTabs({ folder })
    expect((await readdir(folder)).filter((name) => name.endsWith(`.${child.pid}`))).to.deep.equal([])
    await next.close()
  })
})

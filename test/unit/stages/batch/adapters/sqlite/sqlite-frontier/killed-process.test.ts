import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture } from '#test/unit/stages/batch/store-fixture.ts'

const PAGES = 600

describe('sqliteFrontier in a killed process', function () {
  this.timeout(120_000)
  const program = join(import.meta.dirname, '../../../store-child.ts')
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-killed-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the program and kills it so long after its first output. Returns whether it was still working. */
  async function runFor(ms: number): Promise<boolean> {
    const child = spawn(process.execPath, ['--no-warnings', program, folder, String(PAGES)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), exit])
    child.stdout.resume()
    await Promise.race([delay(ms, undefined, { ref: false }), exit])
    child.kill('SIGKILL')
    const [code] = await exit
    return code === null
  }

  it('has every item once at the end, and each completed once', async () => {
    let kills = 0
    for (let ms = 3; await runFor(ms); ms += 17) kills += 1
    expect(kills).to.be.above(2)
    const fixture = await openStoreFixture({}, folder)
    const lines = await linesOf(fixture, 'a')
    const status = await fixture.frontier.status('a')
    await fixture.end()
    expect(status?.state).to.equal('finished')
    expect(status?.counts).to.include({ accepted: 2 * PAGES, done: 2 * PAGES, waiting: 0, running: 0 })
    expect(lines.map(({ n }) => n)).to.deep.equal(Array.from({ length: 2 * PAGES }, (_, index) => index + 1))
    expect(new Set(lines.map(({ url }) => url)).size).to.equal(2 * PAGES)
  })
})

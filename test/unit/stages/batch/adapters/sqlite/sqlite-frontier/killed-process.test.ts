import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture } from '#test/unit/stages/batch/store-fixture.ts'

const PAGES = 300

describe('sqliteFrontier in a killed process', function () {
  this.timeout(120_000)
  const program = join(import.meta.dirname, '../../../store-child.ts')
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-killed-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the program until it has said the word so many times, and kills it. Returns whether it was still working. */
  async function runUntil(word: string, times: number): Promise<boolean> {
    const child = spawn(process.execPath, ['--no-warnings', program, folder, String(PAGES)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    let said = 0
    createInterface(child.stdout).on('line', (line) => {
      if (line === word && ++said === times) child.kill('SIGKILL')
    })
    const [code] = await exit
    return code === null
  }

  it('has every item once at the end, and each completed once', async () => {
    for (const [word, times] of [
      ['begun', 1],
      ['launched', 1],
      ['released', 3],
      ['ended', 5],
    ] as const)
      expect(await runUntil(word, times), word).to.equal(true)
    expect(await runUntil('finished', Number.POSITIVE_INFINITY)).to.equal(false)
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

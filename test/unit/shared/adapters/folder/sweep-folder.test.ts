import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { expect } from 'chai'
import { sweepFolder } from '#shared/adapters/folder/sweep-folder.ts'

const HOUR_MS = 3_600_000

describe('sweepFolder', () => {
  let folder: string
  let warnings: number
  const log = { info() {}, warn: () => void warnings++ }
  beforeEach(async () => {
    warnings = 0
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-sweep-'))
    await Promise.all(['images', 'kept'].map((name) => mkdir(join(folder, name))))
    await writeFile(join(folder, 'beside'), '')
    await put('images/old', 2)
    await put('images/new', 0)
    await put('kept/old', 2)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function put(name: string, ageHours: number): Promise<void> {
    await writeFile(join(folder, name), 'x')
    const then = new Date(Date.now() - ageHours * HOUR_MS)
    await utimes(join(folder, name), then, then)
  }
  const names = async (subfolder: string) => (await readdir(join(folder, subfolder))).toSorted()
  const maxAgeMs = (subfolder: string) => (subfolder === 'images' ? HOUR_MS : Number.POSITIVE_INFINITY)

  it('removes expired files and drafts of other runs, at once', async () => {
    await put('images/a~mine-1', 0)
    await put('images/a~other-1', 0)
    await put('kept/b~other-2', 0)
    const stop = sweepFolder({ folder, maxAgeMs, run: 'mine', log })
    // A sweep in progress is waited for, but not finished.
    while ((await names('kept')).length > 1) await new Promise(setImmediate)
    while ((await names('images')).length > 2) await new Promise(setImmediate)
    await stop()
    expect([await names('images'), await names('kept')]).to.deep.equal([['a~mine-1', 'new'], ['old']])
    expect([await readdir(folder), warnings]).to.deep.equal([['beside', 'images', 'kept'], 0])
  })

  it('sweeps again every hour until it is stopped', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const stop = sweepFolder({ folder, maxAgeMs, run: 'mine', log })
      while ((await names('images')).length > 1) await new Promise(setImmediate)
      await put('images/later', 2)
      mock.timers.tick(HOUR_MS)
      while ((await names('images')).length > 1) await new Promise(setImmediate)
      await stop()
      await put('images/last', 2)
      mock.timers.tick(HOUR_MS)
      await new Promise(setImmediate)
      expect(await names('images')).to.deep.equal(['last', 'new'])
    } finally {
      mock.timers.reset()
    }
  })

  it('warns of a folder that it cannot read, and not of one that does not exist yet', async () => {
    const stop = sweepFolder({ folder: join(folder, 'none'), maxAgeMs, run: 'mine', log })
    await stop()
    expect(warnings).to.equal(0)
    const stopOther = sweepFolder({ folder: join(folder, 'beside'), maxAgeMs, run: 'mine', log })
    while (warnings === 0) await new Promise(setImmediate)
    await stopOther()
    expect(warnings).to.equal(1)
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { longestFirst, readDurations, recordDurations } from '#infra/tests/durations.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('durations of test files', () => {
  let box: Sandbox
  let path: string
  beforeEach(async () => {
    box = await sandbox()
    path = join(box.folder, 'new/durations.json')
  })
  afterEach(() => box.remove())

  it('are recorded beside those of other files', () => {
    recordDurations(path, { a: 1, b: 2 })
    recordDurations(path, { b: 3 })
    expect(readDurations(path)).to.deep.equal({ a: 1, b: 3 })
  })

  it('are those of files below the root', () => {
    recordDurations(path, { a: 1, '/elsewhere/a': 2, '../elsewhere/a': 3 })
    expect(readDurations(path)).to.deep.equal({ a: 1 })
  })

  it('are none where nothing, or nothing readable, is recorded', async () => {
    expect(readDurations(path)).to.deep.equal({})
    recordDurations(path, { a: 1 })
    await writeFile(path, '{"a":')
    expect(readDurations(path)).to.deep.equal({})
  })

  it('order files, the longest first, and the same ones by name', () => {
    expect(longestFirst(['a', 'b', 'd', 'c'], { a: 1, b: 3, c: 2, d: 2 })).to.deep.equal(['b', 'c', 'd', 'a'])
  })

  it('that are missing are those of the folder', () => {
    const files = ['test/unit/a.test.ts', 'test/e2e/b.test.ts', 'test/unit/c.test.ts']
    const [unit, e2e, slowUnit] = files
    expect(longestFirst(files, { 'test/unit/c.test.ts': 300_000 })).to.deep.equal([slowUnit, e2e, unit])
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { uncovered } from '#infra/tests/coverage.ts'
import { root } from '#test/support/sandbox.ts'

describe('coverage', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-coverage-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('of a run of one file reaches no floor', async () => {
    const file = join(root, 'shared/is-object.ts')
    execFileSync(process.execPath, [file], { cwd: root, env: { NODE_V8_COVERAGE: folder } })
    const sentences = await uncovered(folder)
    expect(sentences).to.have.length(3)
    for (const kind of ['lines', 'branches', 'functions']) {
      expect(sentences.join('\n')).to.match(new RegExp(`Coverage for ${kind} \\([\\d.]+%\\) does not meet`))
    }
  })

  it('of no run is an error, not a pass', async () => {
    const error = await uncovered(folder).catch((reason: unknown) => reason)
    expect(error).to.be.an('error').with.property('message').that.includes(folder)
  })
})

import { expect } from 'chai'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('.ci/run', () => {
  let box: Sandbox

  beforeEach(async () => {
    box = await sandbox()
    await box.copy('.ci/run')
  })
  afterEach(() => box.remove())

  /** Runs .ci/run with a fake npm: `npm test` and `npm run check` print and exit as given. */
  async function ci(test: string, check: string) {
    await box.program('npm', `echo "npm $* with CI=$CI"\nif [ "$1" = test ]; then ${test}; else ${check}; fi`)
    const { code, stdout } = await box.run('.ci/run', [], { PATH: `${box.bin}:/usr/bin:/bin` })
    return { code, stdout, last: stdout.trimEnd().split('\n').at(-1) }
  }

  it('runs tests and checks with CI=true and prints the sums last', async () => {
    const { code, stdout, last } = await ci(
      'echo 7 passed, 0 failed, 2 skipped',
      'echo 4 passed, 0 failed, 0 skipped',
    )
    expect(stdout).to.include('npm test with CI=true').and.include('npm run check with CI=true')
    expect(last).to.equal('11 passed, 0 failed, 2 skipped')
    expect(code).to.equal(0)
  })

  it('runs the checks even after failed tests, and fails', async () => {
    const { code, last } = await ci(
      'echo 7 passed, 2 failed, 0 skipped; exit 1',
      'echo 4 passed, 0 failed, 0 skipped',
    )
    expect(last).to.equal('11 passed, 2 failed, 0 skipped')
    expect(code).to.equal(1)
  })

  it('counts a failure when the tests end without counts', async () => {
    const { code, last } = await ci('echo no packages; exit 1', 'echo 4 passed, 0 failed, 0 skipped')
    expect(last).to.equal('4 passed, 1 failed, 0 skipped')
    expect(code).to.equal(1)
  })

  it('counts a failure when all tests passed but the exit code is not 0', async () => {
    const { code, last } = await ci(
      'echo 7 passed, 0 failed, 0 skipped; exit 3',
      'echo 4 passed, 0 failed, 0 skipped',
    )
    expect(last).to.equal('11 passed, 1 failed, 0 skipped')
    expect(code).to.equal(1)
  })
})

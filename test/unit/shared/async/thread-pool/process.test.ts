import { execFile, type PromiseWithChild } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** Longer than the time limit of a call of the program. */
const SUSPENDED_MS = 1500

/** What a program that uses threads prints before it exits by itself. */
async function outputOf(how: string): Promise<string> {
  return (await startProgram(how)).stdout
}

function startProgram(how: string): PromiseWithChild<{ stdout: string }> {
  const program = join(import.meta.dirname, 'pool-user.ts')
  const limits = { timeout: 25_000, killSignal: 'SIGKILL' } as const
  return promisify(execFile)(process.execPath, [program, how], limits)
}

describe('process with a thread pool', function () {
  this.timeout(30_000)

  it('is not kept alive by idle threads', async () => {
    expect(await outputOf('leave')).to.equal('answered\n')
  })

  it('ends a running call when the threads are stopped', async () => {
    expect(await outputOf('stop')).to.equal('answered\nthe threads are stopped')
  })

  it('does not blame a call for the time in which the process was suspended', async () => {
    const program = startProgram('suspend')
    const waking = setInterval(() => program.child.kill('SIGCONT'), SUSPENDED_MS)
    try {
      expect((await program).stdout).to.equal('answered\nended')
    } finally {
      clearInterval(waking)
    }
  })
})

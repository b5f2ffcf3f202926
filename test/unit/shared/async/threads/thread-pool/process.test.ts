import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** What a program that uses threads prints before it exits by itself. */
async function outputOf(how: string): Promise<string> {
  const program = join(import.meta.dirname, 'pool-user.ts')
  const limits = { timeout: 25_000, killSignal: 'SIGKILL' } as const
  return (await promisify(execFile)(process.execPath, [program, how], limits)).stdout
}

describe('process with a thread pool', () => {
  it('is not kept alive by idle threads', async () => {
    expect(await outputOf('leave')).to.equal('answered\n')
  })

  it('ends a running call when the threads are stopped', async () => {
    expect(await outputOf('stop')).to.equal('answered\nthe threads are stopped')
  })
})

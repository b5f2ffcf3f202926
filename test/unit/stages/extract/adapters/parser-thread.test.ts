import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'

/** Runs a program that uses threads until it exits by itself. */
async function run(args: readonly string[], ...nodeArgs: string[]): Promise<[code: number, output: string]> {
  const program = join(import.meta.dirname, 'pool-user.ts')
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 25_000,
    killSignal: 'SIGKILL',
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return [code, output]
}

/** Each runs stages/extract/parser.worker.ts. */
describe('parser threads', function () {
  this.timeout(30_000)

  it('do not keep the process alive', async () => {
    expect(await run(['leave', '60000'])).to.deep.equal([0, 'answered\n'])
  })

  it('end a running page when they are stopped', async () => {
    expect(await run(['stop', '60000'])).to.deep.equal([0, 'answered\nthe parser pool is stopped'])
  })

  it('count the time of a page from when the thread is ready', async () => {
    const slowly = `--import=${join(import.meta.dirname, 'slow-start.ts')}`
    expect(await run(['leave', '1500'], slowly)).to.deep.equal([0, 'answered\n'])
  })
})

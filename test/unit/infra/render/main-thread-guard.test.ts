import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'

const SILENCE_MS = 2000
const guard = import.meta.resolve('#infra/render/main-thread-guard.ts')

/** Runs a program behind the guard; resolves with what ends it. */
async function ending(
  program: string,
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const source = `const { guardMainThread } = await import('${guard}')
    const end = guardMainThread(${SILENCE_MS})
    ${program}`
  const child = spawn(process.execPath, ['-e', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

describe('the guard of the main thread', function () {
  this.timeout(60_000)

  it('ends a process whose event loop has stopped, and says so', async () => {
    const { signal, said } = await ending('setTimeout(() => { for (;;); }, 100)')
    expect(signal).to.equal('SIGKILL')
    expect(said).to.contain(`has not turned for ${SILENCE_MS} ms`)
  })

  it('leaves alone a process that is busy and turns', async () => {
    const busy = `let turns = 0
      const still = new Int32Array(new SharedArrayBuffer(4))
      const work = () => {
        Atomics.wait(still, 0, 0, 300)
        if (++turns < 15) setImmediate(work)
        else end().then(() => process.exit(7))
      }
      work()`
    expect(await ending(busy)).to.deep.equal({ code: 7, signal: null, said: '' })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

/** Sends the program SIGTERM as soon as it installs its handler, when no module is loaded yet. */
const STOPS_ITSELF = `data:text/javascript,process.on('newListener', (name) =>
  name === 'SIGTERM' && queueMicrotask(() => process.kill(process.pid, 'SIGTERM')))`

/** Runs the program to its end. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

const PROGRAM = join(root, 'infra/main.ts')

describe('infra/main.ts', () => {
  it('installs its signal handlers before it loads the service', () => {
    const text = readFileSync(join(root, 'infra/main.ts'), 'utf8')
    expect(text).to.not.match(/^import .* from '[.#]/m)
    expect(text.indexOf('process.on(signal')).to.be.within(0, text.indexOf("import('./run/service.ts')"))
  })

  it('exits with 0 and starts nothing when it is stopped while it loads', async () => {
    const { code, said } = await run(['--import', STOPS_ITSELF, PROGRAM, 'gateway'])
    expect([code, said]).to.deep.equal([0, ''])
  })

  it('exits with 1 for names that would have no effect, and says all of it with what else is wrong', async () => {
    const env = { BATCH_HOST_DELAY: '5', FRONTIER_SHARDS: '2', STAGE_TRIES: '9', PORT: 'x' }
    const { code, said } = await run([PROGRAM], env)
    expect(code).to.equal(1)
    expect(said).to.match(
      /BATCH_HOST_DELAY is no setting: the nearest is BATCH_HOST_DELAY_MS\. Rename or remove it/,
    )
    expect(said).to.match(/FRONTIER_SHARDS is gone: .*POSTGRES_URL/)
    expect(said).to.match(/STAGE_TRIES is gone: it has a fixed bound now\. Remove it/)
    expect(said).to.match(/PORT must be/)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

/** Sends the program SIGTERM as soon as it installs its handler, when no module is loaded yet. */
const STOPS_ITSELF = `data:text/javascript,process.on('newListener', (name) =>
  name === 'SIGTERM' && queueMicrotask(() => process.kill(process.pid, 'SIGTERM')))`

describe('infra/main.ts', () => {
  it('installs its signal handlers before it loads the service', () => {
    const text = readFileSync(join(root, 'infra/main.ts'), 'utf8')
    expect(text).to.not.match(/^import .* from '[.#]/m)
    expect(text.indexOf('process.on(signal')).to.be.within(0, text.indexOf("import('./run/service.ts')"))
  })

  it('exits with 0 and starts nothing when it is stopped while it loads', async () => {
    const child = spawn(
      process.execPath,
      ['--import', STOPS_ITSELF, join(root, 'infra/main.ts'), 'gateway'],
      {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let said = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const [code] = await once(child, 'close')
    expect([code, said]).to.deep.equal([0, ''])
  })
})

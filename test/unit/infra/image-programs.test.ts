import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { makeChecks } from '#infra/image/checks.ts'
import { root } from '#test/support/sandbox.ts'

/** Runs a program of the repository; returns its exit code and its stderr. */
async function run(program: string, args: readonly string[], path = process.env.PATH ?? '') {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  return { code, said }
}

describe('infra/healthy.ts', function () {
  this.timeout(30_000)
  let server: Server
  let origin: string
  before(async () => {
    server = createServer(({ url }, response) => {
      // A stopped program accepts connections and answers none.
      if (url !== '/stopped') response.writeHead(url === '/healthz' ? 200 : 503).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  for (const [path, code] of [
    ['/healthz', 0],
    ['/readyz', 1],
    ['/stopped', 1],
  ] as const) {
    it(`exits with ${code} for ${path}`, async () => {
      const ended = await run('infra/healthy.ts', [`${origin}${path}`])
      expect(ended.code).to.equal(code)
      expect(ended.said === '').to.equal(code === 0)
    })
  }

  it('exits with 1 where nothing listens', async () => {
    expect((await run('infra/healthy.ts', ['http://127.0.0.1:9/'])).code).to.equal(1)
  })
})

describe('infra/image/main.ts', function () {
  this.timeout(30_000)

  it('prints its commands', async () => {
    const unknown = await run('infra/image/main.ts', ['fly'])
    expect([unknown.code, unknown.said.trim()]).to.deep.equal([1, 'image -- build|run|up|test'])
  })

  it('names the missing programs and how to install them, without docker and podman', async () => {
    const missing = await run('infra/image/main.ts', ['build'], '/nowhere')
    expect(missing.code).to.equal(1)
    expect(missing.said).to.match(
      /missing: buildah, podman, runc, podman-compose\.\n.*docker.*\n.*apt-get install/,
    )
  })
})

describe('checks of the image', () => {
  it('print a line each, and count', async () => {
    const lines: string[] = []
    const checks = makeChecks((line) => lines.push(line.replace(/\(.*? s\)/, '()')))
    await checks.check('good', async () => undefined)
    await checks.check('bad', async () => {
      throw new Error('it is broken')
    })
    expect(lines).to.deep.equal(['ok    good ()\n', 'FAIL  bad (): it is broken\n'])
    expect([checks.passed(), checks.failed()]).to.deep.equal([1, 1])
  })
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import {
  type NetworkSandbox,
  openNetworkSandbox,
} from '#stages/render/adapters/network-sandbox/network-sandbox.ts'
import { eventually } from '#test/contract/eventually.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { closing, serve, type Target } from '../egress-proxy/loopback.ts'
import { requireNetworkSandbox } from './require-network-sandbox.ts'

const quiet = { info: () => {}, warn: () => {} } as unknown as Log
const openOne = () => openNetworkSandbox({ policy: 'on', logger: quiet })

/** What came of asking for the URLs in a process of its own. */
const asking = (...urls: string[]) =>
  `Promise.all(${JSON.stringify(urls)}.map((url) => fetch(url).then((r) => r.text(), (e) => e.cause.code)))
    .then((all) => process.stdout.write(all.join()))`
const interfaces = `process.stdout.write(Object.keys(os.networkInterfaces()).join())`

describe('network namespace', function () {
  this.timeout(40_000)
  const { open, closeAll } = closing()
  let networkSandbox: NetworkSandbox
  let outside: Target

  before(async function () {
    await requireNetworkSandbox(this)
  })
  async function setUp() {
    networkSandbox = await open(openOne())
    outside = await open(serve((_, response) => void response.end('outside')))
  }

  /** Runs the script inside. */
  async function inside(script: string): Promise<string> {
    const [program = '', ...first] = [...(await networkSandbox.entryCommand()), process.execPath]
    return (await promisify(execFile)(program, [...first, '-e', script])).stdout
  }
  async function serveInside(): Promise<{ port: number; connections(): number; close(): void }> {
    let count = 0
    const server = createServer((_, response) => void response.end('inside'))
    server.on('connection', () => {
      count += 1
    })
    await networkSandbox.listen(server)
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    return { port: (server.address() as AddressInfo).port, connections: () => count, close }
  }
  const namespaceWorker = () => childrenOf(process.pid, 'namespace.worker.ts')

  describe('that serves several', () => {
    before(setUp)
    after(closeAll)

    it('has no network but its own', async () => {
      expect(await inside(interfaces)).to.equal('lo')
      expect(await inside(asking(outside.origin, 'http://192.0.2.1/'))).to.equal('ECONNREFUSED,ENETUNREACH')
      expect(outside.connections.count).to.equal(0)
    })

    it('has no way back', async () => {
      const command = [
        ...(await networkSandbox.entryCommand()),
        'nsenter',
        `--net=/proc/${process.pid}/ns/net`,
        '--',
        'true',
      ]
      const [program = '', ...options] = command
      const said = await promisify(execFile)(program, options).catch((error: Error) => error.message)
      expect(said).to.match(/Permission denied|Operation not permitted/)
    })

    it('reaches servers of this process that listen inside, and nobody else does', async () => {
      const server = await open(serveInside())
      expect(await inside(asking(`http://127.0.0.1:${server.port}/`))).to.equal('inside')
      expect(server.connections()).to.equal(1)
      const visitor = connect(server.port, '127.0.0.1')
      await Promise.race([once(visitor, 'connect'), once(visitor, 'error')]).catch(() => {})
      visitor.destroy()
      expect(server.connections()).to.equal(1)
    })

    it('gives each of many servers a port of its own', async () => {
      const servers = await Promise.all(Array.from({ length: 20 }, () => open(serveInside())))
      expect(new Set(servers.map(({ port }) => port)).size).to.equal(20)
      const two = servers.slice(-2).map(({ port }) => `http://127.0.0.1:${port}/`)
      expect(await inside(asking(...two))).to.equal('inside,inside')
    })
  })

  describe('of its own', () => {
    beforeEach(setUp)
    afterEach(closeAll)

    it('that is lost is followed by another', async () => {
      const [first = 0] = namespaceWorker()
      process.kill(first, 'SIGKILL')
      await eventually(() => !namespaceWorker().includes(first))
      // The kernel knows it a moment earlier than this process.
      await open(serveInside()).catch(() => {})
      const server = await open(serveInside())
      const answers = await inside(asking(`http://127.0.0.1:${server.port}/`, outside.origin))
      expect(answers).to.equal('inside,ECONNREFUSED')
    })

    it('that does not answer for 5 s is followed by another', async () => {
      for (const pid of namespaceWorker()) process.kill(pid, 'SIGSTOP')
      const clock = driveClock()
      const problem = open(serveInside()).catch((error: Error) => error.message)
      await turn()
      await clock.pass(5000)
      clock.stop()
      expect(await problem).to.equal('The network namespace does not respond')
      const server = await open(serveInside())
      expect(await inside(asking(`http://127.0.0.1:${server.port}/`))).to.equal('inside')
    })

    it('leaves no process behind', async () => {
      expect(namespaceWorker()).to.have.length(1)
      await networkSandbox.close()
      expect(namespaceWorker()).to.deep.equal([])
    })
  })
})

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const PROGRAM = fileURLToPath(
  import.meta.resolve('#stages/render/adapters/network-sandbox/namespace.worker.ts'),
)

/** The program in the network of the tests, which needs no rights. */
describe('worker of a network namespace', () => {
  let worker: ChildProcess
  beforeEach(async () => {
    worker = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    expect((await once(worker, 'message'))[0]).to.equal('ready')
  })
  afterEach(() => worker.kill('SIGKILL'))

  /** The server that the worker sends for a request; with the id of its reply. */
  async function opened(id: number): Promise<{ reply: unknown; inside: Server }> {
    worker.send(id)
    const [reply, inside] = await once(worker, 'message')
    return { reply, inside }
  }

  it('sends a port of its own for each request, under its id', async () => {
    const ports: number[] = []
    for (const id of [7, 8]) {
      const { reply, inside } = await opened(id)
      expect(reply).to.deep.equal({ id, problem: null })
      const server = createServer((socket) => void socket.end()).listen(inside)
      await once(server, 'listening')
      const { address, port } = server.address() as AddressInfo
      expect(address).to.equal('127.0.0.1')
      await once(connect(port, address).resume(), 'close')
      ports.push(port)
      server.close()
    }
    expect(new Set(ports).size).to.equal(2)
  })

  it('ends with the process that started it', async () => {
    const ended = once(worker, 'exit')
    worker.disconnect()
    expect(await ended).to.deep.equal([0, null])
  })
})

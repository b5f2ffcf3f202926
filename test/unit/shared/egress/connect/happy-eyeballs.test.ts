import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { happyEyeballs } from '#shared/egress/connect/happy-eyeballs.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type BlackHole, openBlackHole } from '../black-hole.ts'
import { portOf } from '../canary.ts'

describe('happyEyeballs', () => {
  const clock = driveClockInEachTest()
  const opened: (Server | BlackHole)[] = []
  const sockets: Socket[] = []

  async function listen(host: string, port = 0): Promise<number> {
    const server = createServer((socket) => void sockets.push(socket)).listen(port, host)
    opened.push(server)
    await once(server, 'listening')
    return portOf(server)
  }

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const one of opened.splice(0)) one.close()
  })

  async function connected(addresses: string[], port: number, timeoutMs = 5000): Promise<string | undefined> {
    const socket = await happyEyeballs(addresses, port, timeoutMs)
    sockets.push(socket)
    return socket.remoteAddress
  }

  async function failure(addresses: string[], port: number, timeoutMs = 5000): Promise<unknown> {
    return connected(addresses, port, timeoutMs).catch((error: unknown) => error)
  }

  it('connects to the first address that accepts', async () => {
    const port = await listen('127.0.0.2')
    await listen('127.0.0.3', port)
    expect(await connected(['127.0.0.2', '127.0.0.3'], port)).to.equal('127.0.0.2')
    expect(await connected(['127.0.0.3', '127.0.0.2'], port)).to.equal('127.0.0.3')
  })

  it('tries the next address when one refuses', async () => {
    const port = await listen('127.0.0.4')
    expect(await connected(['127.0.0.2', '127.0.0.3', '127.0.0.4'], port)).to.equal('127.0.0.4')
  })

  it('tries the next address without delay after a refusal', async () => {
    const port = await listen('127.0.0.5')
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
    const began = clock.now()
    expect(await connected(addresses, port)).to.equal('127.0.0.5')
    expect(clock.now() - began).to.equal(0)
  })

  it("fails with the first attempt's error when all refuse", async () => {
    const port = await listen('127.0.0.2')
    expect(await failure(['127.0.0.3', '127.0.0.4'], port)).to.include({
      code: 'ECONNREFUSED',
      address: '127.0.0.3',
    })
  })

  describe('with an address that never answers', () => {
    let hole: BlackHole
    before(async function () {
      if (process.platform !== 'linux') skipLoudly(this, 'only Linux drops connections beyond a backlog')
      hole = await openBlackHole('127.0.0.2')
    })
    after(() => hole?.close())

    /** Settles like it; `afterMs` is how long that took. */
    async function timed<T>(
      settling: Promise<T>,
    ): Promise<{ readonly outcome: T; readonly afterMs: number }> {
      const began = clock.now()
      const outcome = await clock.settle(settling)
      return { outcome, afterMs: clock.now() - began }
    }

    it('tries the next address in parallel, after 250 ms', async () => {
      await listen('127.0.0.3', hole.port)
      const { outcome, afterMs } = await timed(connected(['127.0.0.2', '127.0.0.3'], hole.port))
      expect(outcome).to.equal('127.0.0.3')
      expect(afterMs).to.be.within(250, 1000)
    })

    it('fails after the timeout', async () => {
      const { outcome, afterMs } = await timed(failure(['127.0.0.2'], hole.port, 50))
      expect(outcome).to.include({ code: 'UND_ERR_CONNECT_TIMEOUT' })
      expect(afterMs).to.equal(50)
    })

    it('fails after the timeout although other addresses refuse', async () => {
      const { outcome, afterMs } = await timed(failure(['127.0.0.3', '127.0.0.2'], hole.port, 400))
      expect(outcome).to.include({ code: 'UND_ERR_CONNECT_TIMEOUT' })
      expect(afterMs).to.equal(400)
    })

    it('counts no time in which the process was suspended', async () => {
      const outcome: unknown[] = []
      void failure(['127.0.0.2'], hole.port, 500).then((error) => outcome.push(error))
      await clock.suspend(60_000)
      await clock.pass(249)
      expect(outcome).to.deep.equal([])
      await clock.pass(1)
      expect(outcome[0]).to.include({ code: 'UND_ERR_CONNECT_TIMEOUT' })
    })
  })
})

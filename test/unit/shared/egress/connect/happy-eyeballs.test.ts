import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { happyEyeballs } from '#shared/egress/connect/happy-eyeballs.ts'
import { blockProcess } from '#test/support/faults/block-process.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { type BlackHole, openBlackHole } from '../black-hole.ts'
import { portOf } from '../canary.ts'

describe('happyEyeballs', () => {
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

  it('counts no time in which the process was suspended', async () => {
    const port = await listen('127.0.0.2')
    const connecting = connected(['127.0.0.2'], port, 500)
    blockProcess(800)
    expect(await connecting).to.equal('127.0.0.2')
  })

  it('tries the next address when one refuses', async () => {
    const port = await listen('127.0.0.4')
    expect(await connected(['127.0.0.2', '127.0.0.3', '127.0.0.4'], port)).to.equal('127.0.0.4')
  })

  it('tries the next address without delay after a refusal', async () => {
    const port = await listen('127.0.0.5')
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
    expect(await connected(addresses, port, 700)).to.equal('127.0.0.5')
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

    it('tries the next address in parallel', async () => {
      await listen('127.0.0.3', hole.port)
      expect(await connected(['127.0.0.2', '127.0.0.3'], hole.port)).to.equal('127.0.0.3')
    })

    it('fails after the timeout', async () => {
      expect(await failure(['127.0.0.2'], hole.port, 50)).to.include({ code: 'UND_ERR_CONNECT_TIMEOUT' })
    })

    it('fails after the timeout although other addresses refuse', async () => {
      expect(await failure(['127.0.0.3', '127.0.0.2'], hole.port, 400)).to.include({
        code: 'UND_ERR_CONNECT_TIMEOUT',
      })
    })
  })
})

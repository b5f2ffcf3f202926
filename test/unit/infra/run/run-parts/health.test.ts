import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { parseParts, StartError } from '#infra/process/parts.ts'
import { type Running, runParts } from '#infra/run/run-parts.ts'
import { freePorts } from '#infra/services/process.ts'
import { readConfig } from '#shared/config/config.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

const logger = pino({ level: 'silent' })

describe('the health listener of a process', () => {
  let folder: string
  let health: string
  const sockets: Socket[] = []
  const stops: (() => Promise<void>)[] = []
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    health = `127.0.0.1:${(await freePorts(1))[0]}`
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const stop of stops.splice(0)) await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function run(env: Record<string, string> = {}): Promise<Running> {
    const config = readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', HEALTH_LISTEN: health, ...env })
    const starting = runParts(parseParts([]), config, logger, () => undefined)
    stops.push(async () => (await starting.catch(() => null))?.stop())
    return starting
  }
  const statusOf = async (path: string) => (await httpCall(`http://${health}`, path)).status
  async function open(url: string): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }

  it('is alive while the parts start and stop, and ready in between', async () => {
    const seen = new Set<number>()
    const starting = run()
    await eventually(async () => (await statusOf('/healthz').catch(() => 0)) === 200)
    await eventually(async () => {
      seen.add(await statusOf('/readyz'))
      return seen.has(200)
    })
    expect([...seen]).to.deep.equal([503, 200])
    const running = await starting
    // A call that has not ended keeps the gateway from stopping.
    const caller = await open(running.url ?? '')
    caller.write('GET /metadata HTTP/1.1\r\n')
    stops.length = 0
    const stopping = running.stop()
    await eventually(async () => (await statusOf('/readyz')) === 503)
    expect(await statusOf('/healthz')).to.equal(200)
    caller.destroy()
    await stopping
    expect(await rejectionOf(statusOf('/healthz'))).to.have.property('code', 'ECONNREFUSED')
  })

  it('answers while silent clients take every connection of the API', async () => {
    const { url } = await run({ HTTP_MAX_CONNECTIONS: '10' })
    for (let at = 0; at < 50; at++) await open(url ?? '')
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).to.deep.equal([200, 200])
  })

  it('is named when its port is taken', async () => {
    await run()
    const error = await rejectionOf(run({ DATA_DIR: join(folder, 'other') }))
    expect(error).to.be.instanceOf(StartError)
    expect(String(error)).to.include('HEALTH_LISTEN')
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { parseParts, StartError } from '#infra/process/parts.ts'
import { type Running, runParts } from '#infra/run/run-parts.ts'
import { readConfig } from '#shared/config/config.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

const logger = pino({ level: 'silent' })

describe('run-parts', () => {
  let folder: string
  let printed: string[]
  let running: Running | null
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    printed = []
    running = null
  })
  afterEach(async () => {
    await running?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function run(names: readonly string[] = [], env: Record<string, string> = {}): Promise<Running> {
    const config = readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', ...env })
    return runParts(parseParts(names), config, logger, (text) => printed.push(text))
  }

  it('runs everything in one process with only a folder, and prints its URL', async () => {
    running = await run()
    expect(printed[0]).to.equal(`PageProbe is listening on ${running.url}`)
    const ready = () => httpCall(running?.url ?? '', '/readyz')
    expect((await ready()).status).to.equal(200)
    // A part that every call can do without may come a moment later.
    await eventually(async () => (await ready()).json().missing.length === 0)
  })

  it('prints the key that it made, and an example call', async () => {
    running = await run()
    const [key = ''] = /pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}/.exec(printed.join('\n')) ?? []
    expect(printed.find((line) => line.includes('curl'))).to.include(key)
    expect(printed.filter((line) => line.startsWith('Open: '))).to.deep.equal([
      `Open: ${running.url}/#key=${key}`,
    ])
    const blocked = `/metadata?url=${encodeURIComponent('http://127.0.0.1/')}`
    const answer = await httpCall(running.url ?? '', blocked, { headers: { 'X-API-Key': key } })
    expect(answer.json()).to.deep.include({ statusCode: 400, error: 'Bad Request' })
    expect(answer.json().message).to.match(/^url /)
  })

  it('prints what the README shows', async () => {
    running = await run()
    const [key = ''] = /pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}/.exec(printed.join('\n')) ?? []
    const text = printed
      .join('\n')
      .replaceAll(running.url ?? '', 'http://127.0.0.1:8080')
      .replaceAll(key, 'pp_…')
    const [, block] = readFileSync('README.md', 'utf8').split('<!-- what npm start prints -->')
    expect(block?.split('```\n')[1]).to.equal(`${text}\n`)
  })

  it('prints the address to open with PUBLIC_URL as its base', async () => {
    running = await run([], { PUBLIC_URL: 'https://pageprobe.example/below/' })
    const line = printed.find((one) => one.startsWith('Open: '))
    expect(line).to.match(/^Open: https:\/\/pageprobe\.example\/below\/#key=pp_\w{8}_\w{32}$/)
  })

  it('makes no second key at the next start', async () => {
    await (await run()).stop()
    printed = []
    running = await run()
    expect(printed.join()).not.to.include('pp_')
  })

  it('never prints a key from the settings', async () => {
    const key = `pp_abcdefgh_${'S'.repeat(32)}`
    running = await run([], { PAGEPROBE_API_KEY: key })
    expect(printed.join()).not.to.include('S'.repeat(32)).and.not.to.include('Open:')
    const { status } = await httpCall(running.url ?? '', '/inspections/x', { headers: { 'X-API-Key': key } })
    expect(status).to.equal(404)
  })

  it('is gone after it was stopped', async () => {
    const { url, stop } = await run()
    await stop()
    expect(await rejectionOf(httpCall(url ?? '', '/healthz'))).to.have.property('code', 'ECONNREFUSED')
  })

  it('refuses single parts without shared services, and names the missing settings', async () => {
    for (const names of [['gateway'], ['fetch', 'extract']]) {
      const error = await rejectionOf(run(names))
      expect(error).to.be.instanceOf(StartError)
      for (const name of ['KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT']) {
        expect((error as Error).message).to.include(name)
      }
    }
    const missing = (await rejectionOf(run(['gateway'], { REDIS_URL: 'redis://127.0.0.1:1' }))) as Error
    expect(missing.message).to.include('KAFKA_BROKERS').and.not.include('REDIS_URL')
  })

  describe('on a port in use', () => {
    let taken: Server
    let port: number
    beforeEach(async () => {
      taken = createServer()
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
      port = (taken.address() as { port: number }).port
    })
    afterEach(() => void taken.close())

    for (const [name, value] of [
      ['PORT', () => String(port)],
      ['LOOKUPS_LISTEN', () => `127.0.0.1:${port}`],
      ['BATCHES_LISTEN', () => `127.0.0.1:${port}`],
    ] as const) {
      it(`names the setting: ${name}`, async () => {
        const error = await rejectionOf(run([], { [name]: value() }))
        expect(error).to.be.instanceOf(StartError)
        expect((error as Error).message).to.include(name)
        expect(printed).to.deep.equal([])
      })
    }

    it('releases everything: the next start can use the folder', async () => {
      const file = join(folder, 'data', 'batches', 'frontier.db')
      await rejectionOf(run([], { BATCHES_LISTEN: `127.0.0.1:${port}` }))
      // SQLite removes the file when the last connection is closed.
      expect([existsSync(file), existsSync(`${file}-wal`)]).to.deep.equal([true, false])
      running = await run()
      expect(printed[0]).to.include('is listening')
    })
  })
})

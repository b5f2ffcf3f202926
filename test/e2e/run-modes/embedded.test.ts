// own service: it is started with wrong settings, stopped, and run beside others
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { settings } from '#shared/config/settings.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import {
  API_KEY,
  endAllServices,
  type LaunchOptions,
  launch,
  runToEnd,
  startParts,
} from '#test/support/service/service-process.ts'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
import { openSite } from '#test/support/sites/target-site.ts'

const KEY = /pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}/

describe('starting and stopping the service', function () {
  this.timeout(120_000)
  afterEach(endAllServices)

  it('reports all wrong settings at once, and exits with 1 before it listens', async () => {
    const env = {
      PORT: 'eighty',
      FETCH_TIMEOUT_MS: '0',
      LOG_LEVEL: 'loud',
      REDIS_URL: 'http://127.0.0.1',
      EGRESS_ALLOW: 'everything',
      PAGEPROBE_API_KEY: 'secret',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
    }
    const { code, stdout, stderr } = await runToEnd([], { env })
    expect([code, stdout]).to.deep.equal([1, ''])
    for (const name of [...Object.keys(env), 'S3_ACCESS_KEY']) expect(stderr).to.include(name)
    expect(stderr).not.to.include(' at ')
  })

  it('keeps its data unreadable for other users of the machine', async () => {
    const parent = await freshFolder('private')
    const folder = join(parent, 'data')
    const site = await openSite({})
    try {
      const service = await startParts([], { env: { DATA_DIR: folder } })
      expect((await getMetadata(service.url, site.url('/private'))).status).to.equal(200)
      await service.stop()
      const names = ['', ...(await readdir(folder, { recursive: true }))]
      expect(names).to.include.members(['pageprobe.db', 'batches'])
      for (const name of names) expect((await stat(join(folder, name))).mode & 0o077, name).to.equal(0)
    } finally {
      await site.close()
      await rm(parent, { recursive: true, force: true })
    }
  })

  it('refuses an unknown part, and lists the parts', async () => {
    const { code, stdout, stderr } = await runToEnd(['gateway', 'fetsch'])
    expect([code, stdout]).to.deep.equal([1, ''])
    for (const part of ['fetsch', 'gateway', 'fetch', 'render', 'extract', 'score', 'batch']) {
      expect(stderr).to.include(part)
    }
  })

  it('refuses to run some parts on embedded services, and names the missing settings', async () => {
    const { code, stdout, stderr } = await runToEnd(['fetch', 'extract'], {
      env: { REDIS_URL: 'redis://127.0.0.1:1' },
    })
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('KAFKA_BROKERS').and.to.include('S3_ENDPOINT')
    expect(stderr).not.to.include('REDIS_URL')
  })

  for (const [setting, value] of [
    ['PORT', (port: number) => String(port)],
    ['LOOKUPS_LISTEN', (port: number) => `127.0.0.1:${port}`],
    ['BATCHES_LISTEN', (port: number) => `127.0.0.1:${port}`],
  ] as const) {
    it(`reports a port in use: ${setting}`, async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const { code, stdout, stderr } = await runToEnd([], { env: { [setting]: value(port) } })
      other.close()
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.include(String(port)).and.to.include(setting)
      expect(stderr).not.to.match(/^\s+at /m)
    })
  }

  it('lists its settings with --help, and does nothing else', async () => {
    const { code, stdout } = await runToEnd(['--help'])
    expect(code).to.equal(0)
    for (const name of Object.keys(settings)) expect(stdout).to.match(new RegExp(`^\\s*${name}\\s`, 'm'))
    expect(stdout).to.include('8080').and.not.to.include('listening')
  })

  it('is ready when it says that it listens, on a free port for port 0', async () => {
    const service = await startParts([])
    const { port } = new URL(service.url)
    expect(Number(port)).to.be.above(0)
    expect(service.stdout()).to.match(/^PageProbe is listening on http:\/\/127\.0\.0\.1:\d+$/m)
    expect((await get(`${service.url}/readyz`)).status).to.equal(200)
    expect((await get(`${service.url}/healthz`)).status).to.equal(200)
    expect(await service.stop()).to.equal(0)
  })

  const launches: Record<string, Partial<LaunchOptions>> = {
    'the service': {},
    'npm start': { command: ['npm', 'start'] },
  }
  for (const [name, options] of Object.entries(launches)) {
    it(`exits with 0 on SIGTERM to ${name}, after it answered waiting calls`, async () => {
      const held = Promise.withResolvers<void>()
      const site = await openSite({ before: () => held.promise })
      const service = await startParts([], options)
      const answer = getMetadata(service.url, site.url('/slow'))
      while (site.hits('/slow') === 0) await sleep(10)
      service.signal('SIGTERM')
      await untilRefused(service.url)
      held.resolve()
      const { status, json } = await answer
      expect([status, json?.title]).to.deep.equal([200, 'Page /slow'])
      expect(await service.ended).to.equal(0)
      await site.close()
    })
  }

  it('is not ready while it waits for a service at its start, and exits with 0 on SIGTERM all the same', async () => {
    const [port] = await freePorts(1)
    const env = { PORT: String(port), REDIS_URL: `redis://127.0.0.1:${CLOSED_PORT}` }
    const { service, up } = await launch([], { env })
    up.catch(() => undefined)
    const base = `http://127.0.0.1:${port}`
    while (!(await get(`${base}/readyz`).catch(() => null))) await sleep(20)
    while (!/waiting/.test(service.stderr())) await sleep(20)
    expect((await get(`${base}/readyz`)).status).to.equal(503)
    expect((await getMetadata(base, 'http://127.0.0.2/')).status).to.equal(503)
    expect(service.stdout()).to.equal('')
    expect(await service.stop()).to.equal(0)
  })

  it('makes a key on an empty store only, and prints it once', async () => {
    const folder = await freshFolder('keys')
    const env = { DATA_DIR: folder, PAGEPROBE_API_KEY: '' }
    const site = await openSite()
    const first = await startParts([], { env })
    const asks = (service: { url: string }, key: string) =>
      getMetadata(service.url, site.url('/'), { headers: { 'x-api-key': key } })
    while (!/curl/.test(first.stdout())) await sleep(10)
    const key = KEY.exec(first.stdout())?.[0] ?? ''
    expect((await asks(first, key)).status).to.equal(200)
    expect(await first.stop()).to.equal(0)

    const second = await startParts([], { env })
    expect((await asks(second, key)).status).to.equal(200)
    expect((await asks(second, API_KEY)).status).to.equal(401)
    expect(await second.stop()).to.equal(0)
    expect(second.stdout()).not.to.match(KEY)

    const third = await startParts([], { env: { ...env, PAGEPROBE_API_KEY: API_KEY } })
    for (const one of [key, API_KEY]) expect((await asks(third, one)).status).to.equal(200)
    expect(await third.stop()).to.equal(0)
    expect(third.stdout()).not.to.match(KEY)
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })
})

async function untilRefused(url: string): Promise<void> {
  while (
    await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await sleep(20)
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import {
  API_KEY,
  endAllServices,
  runToEnd,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 6
/** The hosts of the batch that goes on, and the one of the batch that is cancelled. */
const SHARED_HOSTS = 4
const SLOW_HOST = 5
const HOST_DELAY_MS = 100
const PAGES = 400
const SHORT = 8

type Settings = Readonly<Record<string, string>>

describe('a frontier in one file that is followed by shards, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  let site: TargetSite
  let folders: string[]
  let addresses: string[]
  let env: Settings
  /** Batches of the time with one file, in the order of their submission. */
  let finished: string
  let running: string
  let endless: string
  let first: ServiceProcess
  let second: ServiceProcess
  let gateway: ServiceProcess
  /** Until then, the site answers no page of the running batch. */
  let held = Promise.withResolvers<void>()
  held.resolve()
  const sharded: Settings = { FRONTIER_SHARDS: '4', FRONTIER_SNAPSHOT_SECONDS: '5' }

  before(async () => {
    site = await openSite({
      hosts: HOSTS,
      before: (path) => (path.startsWith('/running-') ? held.promise : Promise.resolve()),
    })
    folders = [await freshFolder('former-frontier'), await freshFolder('former-frontier')]
    addresses = (await freePorts(3)).map((port) => `127.0.0.1:${port}`)
    env = Object.assign(
      {
        ...{ LOOKUPS_LISTEN: addressOf(2), LOOKUPS_ADDRESS: addressOf(2) },
        ...{ BATCH_HOST_DELAY_MS: String(HOST_DELAY_MS), FETCH_TIMEOUT_MS: '60000' },
      },
      ...services.map((service) => service.env),
    )
    await runWithOneFile()
  })
  after(async () => {
    held.resolve()
    await endAllServices()
    await site?.close()
    for (const folder of folders ?? []) await rm(folder, { recursive: true, force: true })
  })

  const addressOf = (at: number) => addresses[at] as string
  const partEnv = (at: number, more: Settings): Settings => ({
    ...env,
    ...{ BATCHES_LISTEN: addressOf(at), DATA_DIR: folders[at] as string, INSTANCE_ID: `part-${at}` },
    ...more,
  })
  const startPart = (at: number, more: Settings) => startParts(['batch'], { env: partEnv(at, more) })
  const startGateway = (at: number, more: Settings) =>
    startParts(['gateway'], { env: { ...env, ...more, BATCHES_ADDRESS: addressOf(at) } })
  const startStages = (more: Settings) => startParts(['fetch', 'extract'], { env: { ...env, ...more } })
  const client = () => batchClient(gateway.url, API_KEY)

  const pages = (name: string, count: number, hostOf: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => site.url(`/${name}-${at}`, hostOf(at)))
  const spread = (name: string, count: number) => pages(name, count, (at) => at % SHARED_HOSTS)

  async function linesOf(id: string): Promise<BatchLine[]> {
    const lines: BatchLine[] = []
    for await (const line of client().results(id)) lines.push(line)
    return lines
  }

  async function expectWhole(id: string, urls: readonly string[]): Promise<void> {
    const lines = await linesOf(id)
    expect(lines.map(({ n }) => n)).to.deep.equal(urls.map((_, at) => at + 1))
    expect(lines.map(({ url }) => url).toSorted()).to.deep.equal([...urls].toSorted())
    expect(lines.filter(({ code }) => code !== undefined)).to.deep.equal([])
  }

  /** The ids of all batches, in pages of this many. */
  async function listed(limit: number): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = await fetch(`${gateway.url}/batches?limit=${limit}${query}`, {
        headers: { 'x-api-key': API_KEY },
      })
      expect(answer.status).to.equal(200)
      const page = (await answer.json()) as { batches: { id: string }[]; next_cursor: string | null }
      ids.push(...page.batches.map(({ id }) => id))
      cursor = page.next_cursor
    }
    return ids
  }

  const codeOf = async (id: string) =>
    (await fetch(`${gateway.url}/batches/${id}`, { headers: { 'x-api-key': API_KEY } })).status

  function idsInFile(): string[] {
    const db = new DatabaseSync(join(folders[0] as string, 'batches/frontier.db'), { readOnly: true })
    try {
      const rows = db.prepare('SELECT id FROM batches ORDER BY num').all()
      return rows.map(({ id }) => String(id))
    } finally {
      db.close()
    }
  }

  /** One batch ends, two are running. */
  async function runWithOneFile(): Promise<void> {
    const stages = await startStages({})
    first = await startPart(0, {})
    gateway = await startGateway(0, {})
    const short = await client().submit(spread('finished', SHORT))
    finished = short.id
    await client().untilEnded(finished)
    running = (await client().submit(spread('running', PAGES))).id
    endless = (await client().submit(pages('endless', 5 * PAGES, () => SLOW_HOST))).id
    while ((await client().status(running)).counts.done < PAGES / 10) await sleep(50)
    await Promise.all([first, gateway, stages].map((process) => process.stop()))
  }

  it('leaves the topics to the part with the file, which has to start first', async () => {
    const { code, stderr } = await runToEnd(['batch'], { env: partEnv(1, sharded) })
    expect(code).to.equal(1)
    expect(stderr).to.include('Start the one with that folder first').and.include(folders[0])
  })

  it('goes on beside the shards: its batches are finished, listed and cancelled through any part, and new ones are in shards', async () => {
    held = Promise.withResolvers()
    await startStages(sharded)
    first = await startPart(0, sharded)
    second = await startPart(1, sharded)
    gateway = await startGateway(1, sharded)
    expect((await client().status(running)).state).to.equal('running')
    held.resolve()
    const urls = spread('new', SHORT)
    const { id: later } = await client().submit(urls)
    expect((await client().untilEnded(later)).counts).to.include({ done: SHORT, failed: 0 })
    await expectWhole(later, urls)
    await client().cancel(endless)
    expect((await client().untilEnded(endless)).state).to.equal('cancelled')
    const { counts } = await client().untilEnded(running)
    expect(counts).to.include({ accepted: PAGES, done: PAGES, failed: 0, waiting: 0, running: 0 })
    await expectWhole(running, spread('running', PAGES))
    await expectWhole(finished, spread('finished', SHORT))
    const newestFirst = [later, endless, running, finished]
    for (const limit of [1, 2, 3, 100]) expect(await listed(limit), String(limit)).to.deep.equal(newestFirst)
    expect(idsInFile()).to.deep.equal([finished, running, endless])
  })

  it('is unavailable alone while its part is away, does not exist once it is given up, and is there again with its part', async () => {
    const { id: later } = await client().submit(spread('away', SHORT))
    await client().untilEnded(later)
    await first.stop()
    await eventually(async () => (await codeOf(later)) === 200)
    expect(await codeOf(finished)).to.equal(503)
    await second.stop()
    second = await startPart(1, { ...sharded, BATCH_TAKE_OVER: 'former' })
    await eventually(async () => (await codeOf(finished)) === 404)
    first = await startPart(0, sharded)
    await eventually(async () => (await codeOf(finished)) === 200)
    expect((await client().status(running)).counts.done).to.equal(PAGES)
  })

  it('goes on alone when the shards are given up', async () => {
    await endAllServices()
    await startStages({})
    first = await startPart(0, { BATCH_TAKE_OVER: 'shards' })
    gateway = await startGateway(0, {})
    expect(await listed(2)).to.deep.equal([endless, running, finished])
    await expectWhole(finished, spread('finished', SHORT))
    const { id } = await client().submit(spread('back', SHORT))
    expect((await client().untilEnded(id)).counts.done).to.equal(SHORT)
    expect(idsInFile()).to.deep.equal([finished, running, endless, id])
  })
})

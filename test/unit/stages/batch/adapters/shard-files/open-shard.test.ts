import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { ENDED, INTAKE } from '#shared/messages/topics.ts'
import {
  openShard,
  type ShardHost,
  type ShardWithFile,
} from '#stages/batch/adapters/shard-files/open-shard.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import { makeLocalShards } from '#stages/batch/shards/ownership/local-shards.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed, crawlRules, page, result } from '#test/contract/frontier/batch-scene.ts'
import { shardsOnLog } from '#test/contract/shards/shards-on-log.ts'
import { type Embedded, openEmbeddedShard } from '#test/support/embedded.ts'
import { errorLog } from '#test/support/silent-log.ts'

const HOUR_MS = 3_600_000
const GRACE_MS = 10_000
/** So many that a snapshot is worth it. */
const MANY = 200
async function* noBytes(): AsyncGenerator<Uint8Array> {}
const noSites = { report: async () => null, pages: async () => null, copy: noBytes }

describe('openShard', () => {
  let embedded: Embedded
  let directory: ShardDirectory
  let root: string
  let opened: ShardWithFile | null
  let logged: ReturnType<typeof errorLog>
  let files: number
  beforeEach(async () => {
    embedded = await openEmbeddedShard()
    const { log, events } = embedded
    logged = errorLog()
    directory = openShardDirectory({ log, events, shards: 1, logger: logged.log })
    root = mkdtempSync(join(tmpdir(), 'pageprobe-shard-'))
    opened = null
    files = 0
  })
  afterEach(async () => {
    await close(0)
    await directory.close()
    await embedded.close()
    rmSync(root, { recursive: true })
    expect([files, logged.errors]).to.deep.equal([0, []])
  })

  /** A process with a folder of this name. */
  function hostIn(folder: string, more: Partial<ShardHost> = {}): ShardHost {
    const { log, events, objects } = embedded
    return {
      ...{
        log,
        events,
        outcomes: events,
        objects,
        directory,
        logger: logged.log,
        folder: join(root, folder),
      },
      shards: makeLocalShards({ count: 1, owned: { get: () => opened }, sites: noSites }),
      openDatabase: openCounted,
      readValue: async () => null,
      discover: () => ({ items: [], done: [] }),
      queueOf: (url) => new URL(url).host,
      ...{ leaseMs: HOUR_MS, perHost: 10, retentionMs: HOUR_MS, snapshotMs: HOUR_MS, reserve: 0 },
      ...{ uploads: makeSemaphore(1), loads: makeSemaphore(1), restores: makeSemaphore(1) },
      onDispatchable: () => undefined,
      ...more,
    }
  }
  async function open(folder: string, more: Partial<ShardHost> = {}): Promise<ShardWithFile> {
    opened = await openShard(hostIn(folder, more), 0, new AbortController().signal)
    return opened
  }
  function openCounted(path: string) {
    const database = openDatabase(path)
    files += 1
    return {
      ...database,
      close() {
        files -= 1
        database.close()
      },
    }
  }
  async function close(graceMs: number): Promise<void> {
    const closing = opened
    opened = null
    await closing?.close(graceMs)
  }
  const send = (...commands: readonly Command[]) =>
    Promise.all(commands.map((command) => (opened as ShardWithFile).runner.send(command)))
  const manyTicks = Array.from({ length: MANY }, (): Command => ({ kind: 'tick' }))

  /** The position from which each process reads the intake at first. */
  function startsOf(): { readonly starts: number[]; readonly events: ShardHost['events'] } {
    const starts: number[] = []
    const { events } = embedded
    return {
      starts,
      events: {
        ...events,
        async read(topic, partition, position) {
          if (topic === INTAKE) starts.push(position)
          return events.read(topic, partition, position)
        },
      },
    }
  }

  it('applies what the log has, and begins from its file the next time', async () => {
    const first = await open('a')
    await first.runner.isCaughtUp
    await send({ kind: 'create', batch: batchNamed('one') })
    const { intake } = first.runner.store.positions()
    expect(first.site.path).to.equal(join(root, 'a', '0.db'))
    await close(GRACE_MS)
    const { starts, events } = startsOf()
    const second = await open('a', { events })
    expect(second.runner.store.batch('one')).to.include({ id: 'one' })
    await second.runner.isCaughtUp
    expect(Math.min(...starts)).to.be.at.least(intake)
  })

  it('stores a snapshot while it works on, from which a process without the file begins', async () => {
    const first = await open('a')
    await first.runner.isCaughtUp
    await send({ kind: 'create', batch: batchNamed('one') }, ...manyTicks)
    await first.save(GRACE_MS)
    const snapshot = directory.snapshot(0)
    expect(snapshot?.position).to.be.at.least(MANY + 1)
    await send({ kind: 'create', batch: batchNamed('two') })
    await close(GRACE_MS)
    const { starts, events } = startsOf()
    const second = await open('b', { events })
    expect(second.runner.store.batch('one')).to.include({ id: 'one' })
    await second.runner.isCaughtUp
    expect(second.runner.store.batch('two')).to.include({ id: 'two' })
    expect(Math.min(...starts)).to.equal(snapshot?.position)
  })

  it('stores snapshots meanwhile', async () => {
    const { runner } = await open('a', { snapshotMs: 20 })
    await runner.isCaughtUp
    await send({ kind: 'create', batch: batchNamed('one') })
    await eventually(() => (directory.snapshot(0)?.position ?? 0) >= runner.store.positions().intake)
    await close(GRACE_MS)
  })

  it('stores none when it is closed: the next process begins from the log', async () => {
    await (await open('a')).runner.isCaughtUp
    await send({ kind: 'create', batch: batchNamed('one') }, ...manyTicks)
    await close(GRACE_MS)
    expect(directory.snapshot(0)).to.equal(null)
    const { runner } = await open('b')
    await runner.isCaughtUp
    expect(runner.store.batch('one')).to.include({ id: 'one' })
  })

  it('loads the values of large outcomes for crawls only', async () => {
    const read: string[] = []
    const { runner } = await open('a', {
      async readValue(dataref) {
        read.push(dataref)
        return '{"result":{}}'
      },
    })
    await runner.isCaughtUp
    const batches = [batchNamed('crawl', { crawl: crawlRules }), batchNamed('plain')]
    for (const batch of batches) {
      await send(
        { kind: 'create', batch },
        { kind: 'add', batch, items: [page(`http://${batch.id}.example/`, { depth: 0 })] },
        { kind: 'start', batch: batch.id, isOpen: false, added: { 0: 1 } },
      )
    }
    await eventually(() => runner.store.dispatchable(10).length === 2)
    for (const { id } of batches) {
      expect(await runner.dispatchOf(id, 1)).to.have.length(1)
      const outcome = { ...result(`http://${id}.example/`), json: '', dataref: `http://s/${id}` }
      await shardsOnLog(embedded.log, embedded.events).end(0, { id: `${id}.1`, outcome })
    }
    await eventually(() => batches.every(({ id }) => runner.store.status(id)?.state === 'finished'))
    expect(read).to.deep.equal(['http://s/crawl'])
    expect((await embedded.events.read(ENDED, 0, 0)).records).to.have.length(2)
  })

  it('rejects with the reason of the signal, and opens no file, at once or when it is aborted on the way', async () => {
    const reason = new Error('the shard is lost')
    expect(await rejectionOf(openShard(hostIn('a'), 0, AbortSignal.abort(reason)))).to.equal(reason)
    const stopping = new AbortController()
    const bounds: ShardHost['events']['bounds'] = async (topic) => {
      if (topic === INTAKE) stopping.abort(reason)
      return embedded.events.bounds(topic)
    }
    const host = hostIn('a', { events: { ...embedded.events, bounds } })
    expect(await rejectionOf(openShard(host, 0, stopping.signal))).to.equal(reason)
    expect(existsSync(join(root, 'a', '0.db'))).to.equal(false)
  })

  it('leaves a file closed that a later version of the program wrote', async () => {
    await open('a')
    await close(0)
    const db = new DatabaseSync(join(root, 'a', '0.db'))
    db.exec('PRAGMA user_version = 9999')
    db.close()
    expect(await rejectionOf(open('a'))).to.have.property('name', 'NewerFrontier')
    expect(files).to.equal(0)
  })
})

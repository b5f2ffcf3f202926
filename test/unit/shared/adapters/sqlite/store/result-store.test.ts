import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { resultStoreContract } from '#test/contract/result-store.ts'
import { drivenClock } from '#test/contract/store-clock.ts'

resultStoreContract(
  'SQLite',
  async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const folder = await mkdtemp(join(tmpdir(), 'pageprobe-store-'))
    const path = join(folder, 'made', 'pageprobe.db')
    const database = openDatabase(path)
    const databases = [database]
    const stores: ResultStore[] = []
    const openOn = (one: Database) => {
      const store = sqliteResultStore({ database: one })
      stores.push(store)
      return store
    }
    return {
      open: () => openOn(database),
      openElsewhere() {
        const own = openDatabase(path)
        databases.push(own)
        return openOn(own)
      },
      async close() {
        await Promise.all(stores.map((store) => store.close()))
        for (const one of databases) one.close()
        mock.timers.reset()
        await rm(folder, { recursive: true })
      },
    }
  },
  { wakesOtherProcesses: false, clock: drivenClock },
)

describe('sqliteResultStore', () => {
  let folder: string
  let path: string
  let database: Database
  let store: ResultStore
  const children: ChildProcess[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-store-'))
    path = join(folder, 'pageprobe.db')
    database = openDatabase(path)
    store = sqliteResultStore({ database })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await store.close()
    if (database.db.isOpen) database.close()
    await rm(folder, { recursive: true })
  })

  function startWriter(...args: string[]): ChildProcess {
    const program = join(import.meta.dirname, 'store-writer.ts')
    const child = spawn(process.execPath, [program, path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }

  /** Starts the endless writer, kills it once it has reported this many stored values, and returns the last one. */
  async function killWriterAfter(count: number): Promise<number> {
    const child = startWriter('write')
    let last = 0
    if (child.stdout === null) throw new Error('the writer has no output')
    for await (const line of createInterface(child.stdout)) {
      last = Number(line)
      if (last === count) child.kill('SIGKILL')
    }
    return last
  }

  it('increments a counter exactly, together with another process', async () => {
    const child = startWriter('count', '300')
    const ended = once(child, 'exit')
    await eventually(async () => Number(await store.get('count:n')) > 0)
    for (let n = 0; n < 300; n++) await store.increment('count:n', 1, 60)
    expect((await ended)[0]).to.equal(0)
    expect(await store.get('count:n')).to.equal('600')
  })

  it('keeps every value that a process reported as stored before it was killed', async () => {
    const last = await killWriterAfter(300)
    expect(last).to.be.at.least(300)
    const keys = Array.from({ length: last }, (_, index) => `written:${index + 1}`)
    expect(await store.getMany(keys)).to.deep.equal(keys.map((_, index) => `value ${index + 1}`))
  })

  it('keeps writing after another process was killed during its work', async () => {
    await killWriterAfter(50)
    await store.set('a:1', 'after', 60)
    expect(await store.get('a:1')).to.equal('after')
  })

  it('removes expired entries from the file, and no others', async () => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() })
    const swept = sqliteResultStore({ database })
    try {
      await Promise.all(['old:1', 'old:2'].map((key) => swept.set(key, 'x', 1)))
      await swept.set('new:1', 'x', 60)
      await swept.set('kept:1', 'x', null)
      const keys = () => database.db.prepare('SELECT key FROM store_entries ORDER BY key').all()
      for (const ms of [50, 5000]) {
        expect(keys()).to.have.length(4)
        mock.timers.tick(ms)
        for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
      }
      expect(keys().map(({ key }) => key)).to.deep.equal(['kept:1', 'new:1'])
    } finally {
      await swept.close()
      mock.timers.reset()
    }
  })

  it('is unavailable while the disk is full, still reads, and accepts writes again afterwards', async () => {
    await store.set('a:1', 'before', 60)
    database.db.exec('PRAGMA max_page_count = 40')
    const error = await rejectionOf(store.set('a:2', 'x'.repeat(1024 * 1024), 60))
    expect(isUnavailable(error)).to.equal(true)
    expect(await store.getMany(['a:1', 'a:2'])).to.deep.equal(['before', null])
    database.db.exec('PRAGMA max_page_count = 100000')
    await store.set('a:2', 'after', 60)
    expect(await store.get('a:2')).to.equal('after')
  })

  it('is unavailable when the file is closed', async () => {
    database.close()
    expect(isUnavailable(await rejectionOf(store.get('a:1')))).to.equal(true)
    expect(isUnavailable(await rejectionOf(store.set('a:1', 'x', 60)))).to.equal(true)
    expect(isUnavailable(await rejectionOf(store.ping()))).to.equal(true)
  })
})

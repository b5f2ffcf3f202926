import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import { type RestoreStateOptions, restoreState } from '#stages/batch/adapters/shard-files/restore-state.ts'
import { storeFile } from '#stages/batch/adapters/snapshots/stored-file.ts'
import type { ShardSnapshot } from '#stages/batch/shards/directory/directory-entries.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type MemoryShardLogs, memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { openSnapshotScene, type SnapshotScene } from '../snapshots/snapshot-scene.ts'

const SHARD = 2

describe('restoreState', () => {
  flowingClockInEachTest()
  let scene: SnapshotScene
  let path: string
  let logs: MemoryShardLogs
  /** The newest snapshot that was announced, and the one that has been read. */
  let announced: ShardSnapshot | null
  let read: ShardSnapshot | null
  let stopping: AbortController
  let logged: ReturnType<typeof errorLog>
  beforeEach(() => {
    scene = openSnapshotScene()
    path = join(scene.folder, 'local', `${SHARD}.db`)
    logs = memoryShardLogs()
    announced = null
    read = null
    stopping = new AbortController()
    logged = errorLog()
  })
  afterEach(() => scene.close())

  const directory: RestoreStateOptions['directory'] = {
    snapshot: (shard) => (shard === SHARD ? read : null),
    async caughtUp() {
      read = announced
    },
  }
  const restore = (more: Partial<RestoreStateOptions> = {}) =>
    restoreState({
      ...{ shard: SHARD, path, directory, logs, objects: scene.objects },
      ...{ restores: makeSemaphore(1), logger: logged.log, signal: stopping.signal },
      ...more,
    })

  /** Writes a file of a shard that has applied the commands before the position. */
  function writeState(position: number, to = path): void {
    const db = new DatabaseSync(to)
    db.exec('CREATE TABLE IF NOT EXISTS inputs (name TEXT PRIMARY KEY, next INTEGER NOT NULL)')
    db.prepare("INSERT OR REPLACE INTO inputs VALUES ('intake', ?)").run(position)
    db.close()
  }
  /** Null without a file. */
  function restored(): unknown {
    if (!existsSync(path)) return null
    const db = new DatabaseSync(path)
    const row = db.prepare('SELECT next FROM inputs').get()
    db.close()
    return row?.next
  }
  async function storeSnapshot(position: number): Promise<ShardSnapshot> {
    const copy = join(scene.folder, 'copy.db')
    writeState(position, copy)
    const object = `frontier/${SHARD}-${position}-a`
    const bytes = await storeFile(scene.objects, object, copy, { signal: stopping.signal })
    return { shard: SHARD, object, position, bytes, version: 0 }
  }
  const remove = async ({ object }: ShardSnapshot) => {
    await scene.objects.remove(object)
    await scene.objects.remove(`${object}.1`)
  }
  const damage = ({ object }: ShardSnapshot) =>
    scene.objects.put(`${object}.1`, Buffer.from('damaged'), 'application/zstd')
  /** The log has lost the commands before the position. */
  const loseCommands = (before: number) => logs.removeCommands(SHARD, before)
  const errors = () => logged.errors.map((line) => JSON.parse(line).msg as string)

  it('leaves the file that is the newest, or as new as the snapshot', async () => {
    for (const position of [9, 10]) {
      writeState(10)
      announced = await storeSnapshot(position)
      const objects = { ...scene.objects, get: () => Promise.reject(new Error('loaded')) }
      await restore({ objects })
      expect(restored()).to.equal(10)
    }
    expect(errors()).to.deep.equal([])
  })

  it('loads the snapshot that is the newest, over an older file or none', async () => {
    announced = await storeSnapshot(20)
    await restore()
    expect(restored()).to.equal(20)
    writeState(19)
    await restore()
    expect(restored()).to.equal(20)
    expect(errors()).to.deep.equal([])
  })

  it('begins with none, and removes what is left of a file', async () => {
    for (const ending of ['-wal', '-shm']) writeFileSync(path + ending, 'left by a killed process')
    await restore()
    expect(scene.otherFiles()).to.deep.equal([])
    expect(errors()).to.deep.equal([])
  })

  it('replaces a file that cannot be read, with an error', async () => {
    writeFileSync(path, 'not a database'.repeat(1000))
    await restore()
    expect(restored()).to.equal(null)
    writeFileSync(path, 'not a database'.repeat(1000))
    announced = await storeSnapshot(20)
    await restore()
    expect(restored()).to.equal(20)
    expect(errors()).to.have.length(2)
  })

  it('opens what there is when the log has lost commands, with an error', async () => {
    writeState(10)
    loseCommands(11)
    await restore()
    expect(restored()).to.equal(10)
    expect(errors()).to.deep.equal(['the log has lost commands of a shard'])
  })

  it('loads the next snapshot when the announced one is removed meanwhile', async () => {
    const [former, next] = [await storeSnapshot(20), await storeSnapshot(30)]
    await remove(former)
    announced = former
    loseCommands(20)
    const open: typeof scene.objects.get = async (name) => {
      const found = await scene.objects.get(name)
      announced = next
      return found
    }
    await restore({ objects: { ...scene.objects, get: open } })
    expect(restored()).to.equal(30)
    expect(errors()).to.deep.equal([])
  })

  for (const [what, spoil] of [
    ['damaged', damage],
    ['lost', remove],
  ] as const) {
    it(`begins from the local state, or none, when the snapshot is ${what} and the log has all commands since then`, async () => {
      announced = await storeSnapshot(20)
      await spoil(announced)
      await restore()
      expect(restored()).to.equal(null)
      writeFileSync(path, 'not a database'.repeat(1000))
      await restore()
      expect(restored()).to.equal(null)
      expect(errors()).to.have.length(3)
      writeState(10)
      loseCommands(10)
      await restore()
      expect(restored()).to.equal(10)
      expect(errors()).to.have.length(4)
    })

    it(`waits for another snapshot when the newest is ${what} and the log has not all commands`, async () => {
      writeState(10)
      const spoilt = await storeSnapshot(20)
      announced = spoilt
      await spoil(spoilt)
      loseCommands(11)
      const restoring = restore()
      await eventually(() => errors().length > 0)
      expect(restored()).to.equal(10)
      announced = await storeSnapshot(30)
      await restoring
      expect(restored()).to.equal(30)
    })
  }

  it('holds up no other shard while it waits for another snapshot', async () => {
    const restores = makeSemaphore(1)
    const spoilt = await storeSnapshot(20)
    await damage(spoilt)
    announced = spoilt
    loseCommands(11)
    const waiting = rejectionOf(restore({ restores }))
    await eventually(() => errors().length > 0)
    await restores.run(async () => undefined)
    stopping.abort()
    await waiting
  })

  it('waits while the log or the object store is unavailable', async () => {
    const failures = ['log', 'object store', 'object store']
    const reached = async (service: string) => {
      if (failures[0] !== service) return
      failures.shift()
      throw unavailable(service)
    }
    announced = await storeSnapshot(20)
    await restore({
      logs: { oldest: (shard) => reached('log').then(() => logs.oldest(shard)) },
      objects: {
        ...scene.objects,
        get: (name) => reached('object store').then(() => scene.objects.get(name)),
      },
    })
    expect([restored(), failures, errors()]).to.deep.equal([20, [], []])
  })

  describe('rejects with the reason of the signal', () => {
    const reason = new Error('the shard is lost')
    const away = () => Promise.reject(unavailable('object store'))
    const silence = () => new Promise<never>(() => undefined)

    for (const [when, more] of [
      ['the object store is unavailable', () => ({ objects: { get: away, open: away } })],
      ['the directory cannot be read', () => ({ directory: { ...directory, caughtUp: silence } })],
      ['no state can be used', () => ({ logs: { oldest: () => Promise.reject(new Error('no answer')) } })],
      ['others restore their state', () => ({ restores: { run: makeSemaphore(0).run } })],
    ] as const) {
      it(`while ${when}`, async () => {
        announced = await storeSnapshot(20)
        const restoring = rejectionOf(restore(more()))
        await new Promise(setImmediate)
        stopping.abort(reason)
        expect(await restoring).to.equal(reason)
        expect(restored()).to.equal(null)
      })
    }

    it('once a load under way has left the file alone', async () => {
      announced = await storeSnapshot(20)
      const [loading, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const get: typeof scene.objects.get = async (name) => {
        loading.resolve()
        await found.promise
        return scene.objects.get(name)
      }
      let isSettled = false
      const restoring = rejectionOf(restore({ objects: { ...scene.objects, get } })).finally(() => {
        isSettled = true
      })
      await loading.promise
      stopping.abort(reason)
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      expect(isSettled).to.equal(false)
      found.resolve()
      expect(await restoring).to.equal(reason)
      expect(scene.otherFiles()).to.deep.equal([])
    })
  })
})

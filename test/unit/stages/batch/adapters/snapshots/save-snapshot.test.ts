import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { SHARDS } from '#shared/messages/topics.ts'
import { type SaveOptions, saveSnapshot } from '#stages/batch/adapters/snapshots/save-snapshot.ts'
import { loadFile } from '#stages/batch/adapters/snapshots/stored-file.ts'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import {
  contentOf,
  openSnapshotScene,
  positionOf,
  type SnapshotScene,
  VERSION,
  wholeAt,
} from './snapshot-scene.ts'

const SHARD = 1

describe('saveSnapshot', () => {
  let scene: SnapshotScene
  let embedded: Embedded
  let directory: ShardDirectory
  beforeEach(async () => {
    scene = openSnapshotScene()
    embedded = await openEmbedded()
    const { log, events } = embedded
    await log.createTopics([{ topic: SHARDS, retentionMs: 3_600_000, maxRecordBytes: 65_536 }])
    directory = openShardDirectory({ log, events, shards: 4, logger: silentLog })
  })
  afterEach(async () => {
    await directory.close()
    await embedded.close()
    await scene.close()
  })

  const save = (options: Partial<SaveOptions> = {}) =>
    saveSnapshot({
      shard: SHARD,
      path: scene.path,
      positionOf,
      objects: scene.objects,
      directory,
      logger: silentLog,
      signal: new AbortController().signal,
      ...options,
    })
  /** What the object of the known snapshot holds. */
  async function saved() {
    const target = join(scene.folder, `loaded-${scene.objectNames().join('-').replaceAll('/', '-')}`)
    const { signal } = new AbortController()
    const { object = '' } = directory.snapshot(SHARD) ?? {}
    expect(await loadFile(scene.objects, object, target, signal)).to.equal(true)
    return contentOf(target)
  }
  /** Another process announces a snapshot that is not stored. */
  const announceOther = (position: number) =>
    directory.announceSnapshot({
      shard: SHARD,
      object: 'frontier/other',
      position,
      bytes: 1,
      version: VERSION,
    })

  it('announces what it stored, and leaves nothing on the disk', async () => {
    await scene.apply(10)
    const snapshot = await save()
    expect(snapshot).to.include({ shard: SHARD, position: 10, version: VERSION })
    expect(snapshot?.object).to.match(/^frontier\/1-10-[0-9a-f]{16}$/)
    expect(directory.snapshot(SHARD)).to.deep.equal(snapshot)
    expect(await saved()).to.deep.equal(wholeAt(10))
    expect(scene.otherFiles()).to.deep.equal([])
  })

  it('announces the position that the copy has, not a later one', async () => {
    await scene.apply(2000)
    const saving = save()
    for (let turn = 0; turn < 10; turn++) await scene.apply(20)
    const snapshot = await saving
    expect(contentOf(scene.path)).to.deep.equal(wholeAt(2200))
    expect(await saved()).to.deep.equal(wholeAt(snapshot?.position ?? -1))
  })

  it('removes the snapshot before it once the new one is announced', async () => {
    await scene.apply(10)
    const before = await save()
    await scene.apply(5)
    const seen: string[][] = []
    const watching: typeof directory.announceSnapshot = async (snapshot) => {
      const isKept = [before, snapshot].every((one) => scene.objectNames().includes(one?.object ?? ''))
      expect(isKept).to.equal(true)
      seen.push(scene.objectNames())
      return directory.announceSnapshot(snapshot)
    }
    const after = await save({ directory: { ...directory, announceSnapshot: watching } })
    expect(seen).to.have.length(1)
    expect(scene.objectNames()).to.deep.equal([after?.object, `${after?.object}.1`])
    expect(await saved()).to.deep.equal(wholeAt(15))
  })

  it('stores nothing when a newer snapshot is known', async () => {
    await scene.apply(10)
    await announceOther(11)
    expect(await save()).to.equal(null)
    expect(directory.snapshot(SHARD)?.object).to.equal('frontier/other')
    expect([scene.objectNames(), scene.otherFiles()]).to.deep.equal([[], []])
  })

  it('removes what it stored when a newer snapshot was announced meanwhile', async () => {
    await scene.apply(10)
    const objects: SaveOptions['objects'] = {
      ...scene.objects,
      async put(...given) {
        await scene.objects.put(...given)
        await announceOther(11)
      },
    }
    expect(await save({ objects })).to.equal(null)
    expect(directory.snapshot(SHARD)?.object).to.equal('frontier/other')
    expect(scene.objectNames()).to.deep.equal([])
  })

  it('waits for a log that is unavailable, without removing anything', async () => {
    await scene.apply(10)
    const before = await save()
    let failures = 2
    const announceSnapshot: typeof directory.announceSnapshot = async (snapshot) => {
      expect(scene.objectNames()).to.include(before?.object)
      const answer = await directory.announceSnapshot(snapshot)
      // The record was appended, but the answer was lost.
      if (failures-- > 0) throw unavailable('event log')
      return answer
    }
    const after = await save({ directory: { ...directory, announceSnapshot } })
    expect(after?.object).not.to.equal(before?.object)
    expect(scene.objectNames()).to.deep.equal([after?.object, `${after?.object}.1`])
  })

  it('leaves nothing, and the former snapshot, when the object store fails', async () => {
    await scene.apply(10)
    const before = await save()
    const objects = { ...scene.objects, put: () => Promise.reject(unavailable('object store')) }
    expect(await rejectionOf(save({ objects }))).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(directory.snapshot(SHARD)).to.deep.equal(before)
    expect(scene.objectNames()).to.deep.equal([before?.object, `${before?.object}.1`])
    expect(scene.otherFiles()).to.deep.equal([])
  })

  it('counts although the former snapshot cannot be removed', async () => {
    await scene.apply(10)
    await save()
    const objects = { ...scene.objects, remove: () => Promise.reject(unavailable('object store')) }
    const after = await save({ objects })
    expect(directory.snapshot(SHARD)).to.deep.equal(after)
    expect(await saved()).to.deep.equal(wholeAt(10))
  })

  it('is unavailable when the file cannot be read', async () => {
    const error = await rejectionOf(save({ path: join(scene.folder, 'none.db') }))
    expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
  })

  it('stops when it is aborted, and leaves nothing', async () => {
    await scene.apply(10)
    const stopping = new AbortController()
    const saving = rejectionOf(save({ signal: stopping.signal }))
    stopping.abort()
    expect(await saving).to.have.property('name', 'AbortError')
    expect([scene.objectNames(), scene.otherFiles()]).to.deep.equal([[], []])
  })

  it('stops when it is aborted while the log does not answer', async () => {
    await scene.apply(10)
    const stopping = new AbortController()
    const announcing = Promise.withResolvers<void>()
    const announceSnapshot: typeof directory.announceSnapshot = () => {
      announcing.resolve()
      return new Promise(() => undefined)
    }
    const saving = rejectionOf(
      save({ directory: { ...directory, announceSnapshot }, signal: stopping.signal }),
    )
    await announcing.promise
    stopping.abort()
    expect(await saving).to.have.property('name', 'AbortError')
  })

  it('removes what a killed process has left on the disk', async () => {
    await scene.apply(10)
    for (const ending of ['', '-journal', '-wal', '-shm']) {
      writeFileSync(`${scene.path}.saving${ending}`, 'left by a killed process')
    }
    await save()
    expect(scene.otherFiles()).to.deep.equal([])
    expect(await saved()).to.deep.equal(wholeAt(10))
  })
})

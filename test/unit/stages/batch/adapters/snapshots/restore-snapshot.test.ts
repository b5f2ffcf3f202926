import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { copyDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
import {
  NewerSnapshot,
  type RestoreOptions,
  restoreSnapshot,
} from '#stages/batch/adapters/snapshots/restore-snapshot.ts'
import { storeFile } from '#stages/batch/adapters/snapshots/stored-file.ts'
import type { ShardSnapshot } from '#stages/batch/shards/directory/directory-entries.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import {
  contentOf,
  openSnapshotScene,
  positionOf,
  type SnapshotScene,
  VERSION,
  wholeAt,
} from './snapshot-scene.ts'

const MIB = 1024 * 1024

describe('restoreSnapshot', () => {
  let scene: SnapshotScene
  let snapshot: ShardSnapshot
  /** The file to replace: an older state of the shard, not closed properly, so that its last command is in its log alone. */
  let path: string
  beforeEach(async () => {
    scene = openSnapshotScene()
    path = join(scene.folder, 'local', 'restored.db')
    await scene.apply(10)
    await leaveOldState()
    await scene.apply(590)
    snapshot = await store(scene.path)
  })
  afterEach(() => scene.close())

  async function leaveOldState(): Promise<void> {
    await copyDatabase(scene.path, path, positionOf)
    const old = new DatabaseSync(path)
    old.exec('PRAGMA journal_mode = WAL; UPDATE positions SET intake = intake')
    const log = `${path}-wal`
    const bytes = readFileSync(log)
    old.close()
    writeFileSync(log, bytes)
  }

  async function store(file: string, object = 'frontier/1-600-x'): Promise<ShardSnapshot> {
    const copy = join(scene.folder, 'copy.db')
    const { position, version } = await copyDatabase(file, copy, positionOf)
    const { signal } = new AbortController()
    const bytes = await storeFile(scene.objects, object, copy, { signal, partBytes: MIB })
    return { shard: 1, object, position, bytes, version }
  }

  const restore = (options: Partial<RestoreOptions> = {}) =>
    restoreSnapshot({
      ...{ snapshot, path, version: VERSION, objects: scene.objects },
      signal: new AbortController().signal,
      ...options,
    })
  const namesBeside = () => scene.otherFiles().filter((file) => file.startsWith('restored.db.'))

  /** The old state is as it was, and nothing else is left. */
  function expectOldState(): void {
    expect(contentOf(path)).to.deep.equal(wholeAt(10))
    expect(namesBeside()).to.deep.equal([])
  }

  it('replaces an older state, also that in its write-ahead log', async () => {
    expect(existsSync(`${path}-wal`)).to.equal(true)
    expect(await restore()).to.deep.equal(snapshot)
    expect(scene.otherFiles()).to.deep.equal(['restored.db'])
    expect(contentOf(path)).to.deep.equal(wholeAt(600))
  })

  it('restores a large file, which a thread checks, and rejects it when it is no sound database', async () => {
    await scene.apply(3900)
    snapshot = await store(scene.path, 'frontier/large')
    expect(snapshot.bytes).to.be.greaterThan(16 * MIB)
    expect(await restore()).to.deep.equal(snapshot)
    expect(contentOf(path)).to.deep.equal(wholeAt(4500))
    const file = join(scene.folder, 'text')
    writeFileSync(file, 'not a database'.repeat(1.25 * MIB))
    await storeFile(scene.objects, 'frontier/text', file, { signal: new AbortController().signal })
    const error = await rejectionOf(restore({ snapshot: { ...snapshot, object: 'frontier/text' } }))
    expect(error).to.have.property('name', 'DamagedFile')
    expect(contentOf(path)).to.deep.equal(wholeAt(4500))
  })

  it('creates a file that is missing', async () => {
    path = join(scene.folder, 'local', 'new.db')
    expect(await restore()).to.deep.equal(snapshot)
    expect(contentOf(path)).to.deep.equal(wholeAt(600))
  })

  it('makes a file that can be written as before', async () => {
    await restore()
    const db = new DatabaseSync(path)
    db.exec(
      'PRAGMA journal_mode = WAL; INSERT INTO commands (body) VALUES (1); UPDATE positions SET intake = 601',
    )
    db.close()
    expect(contentOf(path)).to.deep.equal(wholeAt(601))
  })

  it('resolves with null, and leaves the file, when the snapshot or a part of it is missing', async () => {
    expect(await restore({ snapshot: { ...snapshot, object: 'frontier/none' } })).to.equal(null)
    expectOldState()
    await scene.objects.remove(`${snapshot.object}.2`)
    expect(await restore()).to.equal(null)
    expectOldState()
  })

  it('rejects, and leaves the file, when a part is damaged', async () => {
    await scene.objects.put(`${snapshot.object}.2`, randomBytes(1000), 'application/zstd')
    expect(await rejectionOf(restore())).to.have.property('name', 'DamagedFile')
    expectOldState()
  })

  it('rejects, and leaves the file, when what was stored is no sound database', async () => {
    const file = join(scene.folder, 'text')
    writeFileSync(file, 'not a database'.repeat(1000))
    const { signal } = new AbortController()
    await storeFile(scene.objects, 'frontier/text', file, { signal })
    const error = await rejectionOf(restore({ snapshot: { ...snapshot, object: 'frontier/text' } }))
    expect(error).to.have.property('name', 'DamagedFile')
    expectOldState()
  })

  it('rejects, and leaves the file, when the download fails', async () => {
    const open: RestoreOptions['objects']['open'] = async (name) => {
      if (name.endsWith('.2')) throw unavailable('object store')
      return scene.objects.open(name)
    }
    const error = await rejectionOf(restore({ objects: { ...scene.objects, open } }))
    expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expectOldState()
    expect(await restore()).to.deep.equal(snapshot)
  })

  it('rejects, and leaves the file, when it is aborted', async () => {
    const stopping = new AbortController()
    const open: RestoreOptions['objects']['open'] = async (name) => {
      stopping.abort(new Error('the shard is lost'))
      return scene.objects.open(name)
    }
    const restoring = restore({ objects: { ...scene.objects, open }, signal: stopping.signal })
    expect(await rejectionOf(restoring)).to.have.property('message', 'the shard is lost')
    expectOldState()
  })

  it('rejects a newer schema before it loads anything', async () => {
    const objects = { get: () => Promise.reject(new Error('loaded')), open: scene.objects.open }
    const error = await rejectionOf(restore({ objects, version: VERSION - 1 }))
    expect(error).to.be.instanceOf(NewerSnapshot)
    expect(String(error))
      .to.include(`version ${VERSION}`)
      .and.include(`${VERSION - 1} at most`)
    expectOldState()
  })

  it('rejects a file with a newer schema than was announced', async () => {
    const error = await rejectionOf(restore({ snapshot: { ...snapshot, version: 1 }, version: VERSION - 1 }))
    expect(error).to.be.instanceOf(NewerSnapshot)
    expectOldState()
  })

  it('restores an older schema', async () => {
    expect(await restore({ version: VERSION + 1 })).to.deep.equal(snapshot)
  })

  it('removes what a killed process has left on the disk', async () => {
    for (const ending of ['', '-journal', '-wal', '-shm']) {
      writeFileSync(`${path}.restoring${ending}`, 'left by a killed process')
    }
    expect(await restore()).to.deep.equal(snapshot)
    expect(scene.otherFiles()).to.deep.equal(['restored.db'])
    expect(contentOf(path)).to.deep.equal(wholeAt(600))
  })

  it('restores after a process was killed when it had removed the old file', async () => {
    rmSync(path)
    expect(await restore()).to.deep.equal(snapshot)
    expect(scene.otherFiles()).to.deep.equal(['restored.db'])
    expect(contentOf(path)).to.deep.equal(wholeAt(600))
  })
})

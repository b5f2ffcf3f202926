import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { loadFile, removeFile, storeFile } from '#stages/batch/adapters/snapshots/stored-file.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { openSnapshotScene, type SnapshotScene } from './snapshot-scene.ts'

const NAME = 'frontier/1-2-x'
const MIB = 1024 * 1024

describe('a stored file', () => {
  let scene: SnapshotScene
  let objects: ObjectStore
  let source: string
  let target: string
  /** Cannot be compressed. */
  const content = randomBytes(2.5 * MIB)
  beforeEach(() => {
    scene = openSnapshotScene()
    objects = scene.objects
    source = join(scene.folder, 'source')
    target = join(scene.folder, 'target')
    writeFileSync(source, content)
  })
  afterEach(() => scene.close())

  const store = (into: ObjectStore = objects, signal = new AbortController().signal) =>
    storeFile(into, NAME, source, { signal, partBytes: MIB })
  const load = (from: ObjectStore = objects, signal = new AbortController().signal) =>
    loadFile(from, NAME, target, signal)
  /** Replaces an object by what `change` makes of its bytes. */
  async function damage(name: string, change: (body: Buffer) => Buffer): Promise<void> {
    const { body = Buffer.alloc(0) } = (await objects.get(name)) ?? {}
    await objects.put(name, change(body), 'application/zstd')
  }

  it('is stored in parts of a bounded size, and loaded as it was', async () => {
    let largest = 0
    const measured: ObjectStore = {
      ...objects,
      async put(name, body, type) {
        largest = Math.max(
          largest,
          [body].flat().reduce((sum, { length }) => sum + length, 0),
        )
        await objects.put(name, body, type)
      },
    }
    expect(await store(measured)).to.equal(content.length)
    expect(scene.objectNames()).to.deep.equal([NAME, `${NAME}.1`, `${NAME}.2`, `${NAME}.3`])
    expect(largest).to.be.below(1.5 * MIB)
    expect(await load()).to.equal(true)
    expect(readFileSync(target).equals(content)).to.equal(true)
  })

  it('may be empty', async () => {
    writeFileSync(source, '')
    expect(await store()).to.equal(0)
    expect(await load()).to.equal(true)
    expect(readFileSync(target)).to.have.length(0)
  })

  it('is compressed', async () => {
    writeFileSync(source, Buffer.alloc(8 * MIB, 'text '))
    await store()
    const sizes = await Promise.all(scene.objectNames().map((name) => objects.stat(name)))
    expect(sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0)).to.be.below(MIB)
    expect(await load()).to.equal(true)
    expect(readFileSync(target).equals(readFileSync(source))).to.equal(true)
  })

  it('is missing when it was never stored, and when a part was removed', async () => {
    expect(await load()).to.equal(false)
    await store()
    await objects.remove(`${NAME}.2`)
    expect(await load()).to.equal(false)
  })

  for (const [title, name, change] of [
    ['an incomplete part', `${NAME}.3`, (body: Buffer) => body.subarray(0, body.length - 10)],
    ['an empty last part', `${NAME}.3`, () => Buffer.alloc(0)],
    [
      'other bytes',
      `${NAME}.2`,
      (body: Buffer) => Buffer.from(body.map((byte, at) => (at === 5000 ? ~byte : byte))),
    ],
    ['bytes that were not compressed', `${NAME}.1`, () => Buffer.from('plain')],
    ['an unreadable manifest', NAME, () => Buffer.from('{')],
    ['a manifest with fewer bytes', NAME, () => Buffer.from(JSON.stringify({ parts: 3, bytes: MIB }))],
    ['a manifest with more bytes', NAME, () => Buffer.from(JSON.stringify({ parts: 3, bytes: 4 * MIB }))],
    ['a manifest with fewer parts', NAME, () => Buffer.from(JSON.stringify({ parts: 2, bytes: 2.5 * MIB }))],
  ] as const) {
    it(`is damaged with ${title}`, async () => {
      await store()
      await damage(name, change)
      expect(await rejectionOf(load())).to.have.property('name', 'DamagedFile')
    })
  }

  it('does not fill the disk when it decompresses to more than its manifest says', async () => {
    writeFileSync(source, Buffer.alloc(16 * MIB))
    await store()
    await damage(NAME, () => Buffer.from(JSON.stringify({ parts: 1, bytes: MIB })))
    expect(await rejectionOf(load())).to.have.property('name', 'DamagedFile')
    const written = existsSync(target) ? readFileSync(target).length : 0
    expect(written).to.be.at.most(MIB)
  })

  it('leaves no object when the store fails on the way', async () => {
    for (const failing of [`${NAME}.1`, `${NAME}.3`, NAME]) {
      const put: ObjectStore['put'] = async (name, ...rest) => {
        await objects.put(name, ...rest)
        if (name === failing) throw unavailable('object store')
      }
      const error = await rejectionOf(store({ ...objects, put }))
      expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
      expect(scene.objectNames()).to.deep.equal([])
    }
  })

  it('reports the first failure when the store fails again', async () => {
    const first = unavailable('object store')
    const failing: ObjectStore = {
      ...objects,
      put: () => Promise.reject(first),
      remove: () => Promise.reject(new Error('second')),
    }
    expect(await rejectionOf(store(failing))).to.equal(first)
  })

  it('leaves no object when it is aborted', async () => {
    const stopping = new AbortController()
    const put: ObjectStore['put'] = async (...given) => {
      await objects.put(...given)
      stopping.abort()
    }
    expect(await rejectionOf(store({ ...objects, put }, stopping.signal))).to.have.property(
      'name',
      'AbortError',
    )
    expect(scene.objectNames()).to.deep.equal([])
  })

  it('is unavailable when the disk fails', async () => {
    source = join(scene.folder, 'none')
    expect(await rejectionOf(store())).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(scene.objectNames()).to.deep.equal([])
    writeFileSync(source, content)
    await store()
    target = join(scene.folder, 'no', 'folder')
    expect(await rejectionOf(load())).to.have.property('code', 'SERVICE_UNAVAILABLE')
  })

  it('is unavailable when the store fails, at the start of a part or within it', async () => {
    await store()
    const failing = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('x')
          throw new Error('connection reset')
        })(),
      )
    const opens: ObjectStore['open'][] = [
      () => Promise.reject(unavailable('object store')),
      async (name) => (name === `${NAME}.2` ? failing() : objects.open(name)),
    ]
    for (const open of opens) {
      target = join(scene.folder, `target-${opens.indexOf(open)}`)
      const error = await rejectionOf(load({ ...objects, open }))
      expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
    }
  })

  it('is not loaded any further once that is aborted', async () => {
    await store()
    const stopping = new AbortController()
    const opened: string[] = []
    const open: ObjectStore['open'] = async (name) => {
      opened.push(name)
      stopping.abort(new Error('the shard is lost'))
      return objects.open(name)
    }
    const error = await rejectionOf(load({ ...objects, open }, stopping.signal))
    expect(error).to.have.property('message', 'the shard is lost')
    expect(opened).to.deep.equal([`${NAME}.1`])
  })

  it('is removed with all parts, also when a removal was interrupted', async () => {
    await store()
    let left = 2
    const remove: ObjectStore['remove'] = async (name) => {
      if (left-- === 0) throw unavailable('object store')
      await objects.remove(name)
    }
    expect(await rejectionOf(removeFile({ ...objects, remove }, NAME))).to.be.an('error')
    expect(scene.objectNames()).to.deep.equal([NAME, `${NAME}.3`])
    await removeFile(objects, NAME)
    await removeFile(objects, NAME)
    expect(scene.objectNames()).to.deep.equal([])
  })
})

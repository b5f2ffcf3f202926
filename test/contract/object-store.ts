import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually, rejectionOf } from './eventually.ts'

/** One place where objects are kept, and a way to reach it. */
export interface ObjectStoreRig {
  open(): ObjectStore
  /** Closes all instances and removes the place. */
  close(): Promise<void>
}

export interface ObjectStoreFeatures {
  /** Makes an object of the folder `images`, which has to expire at some time, that old; null where the
   * server's own sweep removes it at a time of its choice. */
  readonly age: ((name: string) => Promise<void>) | null
}

const MIB = 1024 * 1024
const OVERWRITES = 30

const badNames = [
  ['', 'a', 'a/', '/a', '/', 'a//b', 'a/b/c', 'a/b/'],
  ['../a', 'a/..', 'a/.', './a', '..', 'a/../b'],
  ['a/b c', 'a/ü', 'a/b\\c', 'a\\b', 'a/b\0', 'a/b\n', 'a/b~1', 'a/b%2f', 'a/*', `a/${'x'.repeat(201)}`],
].flat()

const goodNames = ['images/0af.webp', 'a/b', '.a/.b', '-a/_b', 'a/..b', 'a/...', `a/${'x'.repeat(200)}`]

/** What every ObjectStore does, whatever it stands on. `make` gives an empty place. */
export function objectStoreContract(
  name: string,
  make: () => Promise<ObjectStoreRig>,
  features: ObjectStoreFeatures,
): void {
  describe(`ObjectStore contract: ${name}`, function () {
    this.timeout(30_000)
    let rig: ObjectStoreRig
    let store: ObjectStore
    let other: ObjectStore
    let object: string

    before(async () => {
      rig = await make()
      store = rig.open()
      other = rig.open()
    })
    after(() => rig?.close())
    beforeEach(() => {
      object = `bodies/${randomUUID()}`
    })

    it('answers a ping', () => store.ping())

    it('has nothing under a name that was never stored', async () => {
      expect(await store.get(object)).to.equal(null)
      expect(await store.get(`never-used-folder/${randomUUID()}`)).to.equal(null)
    })

    it('has no object any more that was removed, by whomever and however often', async () => {
      await store.put(object, Buffer.from('x'), 'text/plain')
      await other.remove(object)
      await other.remove(object)
      expect(await store.get(object)).to.equal(null)
      await store.put(object, Buffer.from('y'), 'text/plain')
      expect((await other.get(object))?.body.toString()).to.equal('y')
    })

    it('stores what comes in pieces, and gives it in memory of its own', async () => {
      const pieces = [randomBytes(3 * MIB), Buffer.alloc(0), randomBytes(1)]
      await store.put(object, pieces, 'text/html')
      const found = await store.get(object)
      expect(found?.body.equals(Buffer.concat(pieces))).to.equal(true)
      expect(found?.body.buffer.byteLength).to.equal(3 * MIB + 1)
      await store.put(object, [], 'text/html')
      expect((await store.get(object))?.body.length).to.equal(0)
    })

    const bodies = {
      'nothing at all': Buffer.alloc(0),
      'one newline': Buffer.from('\n'),
      'every byte value': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      '20 MiB of noise': randomBytes(20 * MIB),
    }
    for (const [title, body] of Object.entries(bodies)) {
      it(`gives back ${title}, byte by byte, with its content type`, async () => {
        await store.put(object, body, 'image/png')
        const stored = await other.get(object)
        expect(stored?.contentType).to.equal('image/png')
        expect(stored?.body.length).to.equal(body.length)
        expect(stored?.body.equals(body)).to.equal(true)
      })
    }

    it('keeps a content type with parameters', async () => {
      await store.put(object, Buffer.from('x'), 'text/html; charset="utf-8"')
      expect((await store.get(object))?.contentType).to.equal('text/html; charset="utf-8"')
    })

    it('replaces body and content type', async () => {
      await store.put(object, Buffer.from('a longer first body'), 'text/plain')
      await other.put(object, Buffer.from('second'), 'image/webp')
      const stored = await store.get(object)
      expect([String(stored?.body), stored?.contentType]).to.deep.equal(['second', 'image/webp'])
    })

    it('never shows a reader half of a replaced object', async () => {
      const versions = [1, 2].map((version) => ({ body: Buffer.alloc(MIB, version), type: `x/v${version}` }))
      const isWhole = ({ body, contentType }: { body: Buffer; contentType: string }) =>
        versions.some((version) => version.type === contentType && version.body.equals(body))
      await store.put(object, Buffer.alloc(MIB, 1), 'x/v1')
      let writing = true
      const reader = async (): Promise<boolean[]> => {
        const seen = []
        while (writing)
          seen.push(isWhole((await other.get(object)) ?? { body: Buffer.alloc(0), contentType: '' }))
        return seen
      }
      const readers = [reader(), reader()]
      for (let round = 0; round < OVERWRITES; round++) {
        for (const { body, type } of versions) await store.put(object, body, type)
      }
      writing = false
      const seen = (await Promise.all(readers)).flat()
      expect(seen.length).to.be.greaterThan(1)
      expect(seen).to.not.include(false)
    })

    it('takes the same object from many writers at once', async () => {
      const body = randomBytes(100_000)
      const writers = Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other))
      await Promise.all(writers.map((writer) => writer.put(object, body, 'image/png')))
      expect((await store.get(object))?.body.equals(body)).to.equal(true)
    })

    for (const good of goodNames) {
      it(`takes the name ${good.slice(0, 30)}`, async () => {
        await store.put(good, Buffer.from(good), 'text/plain')
        expect(String((await other.get(good))?.body)).to.equal(good)
      })
    }

    for (const bad of badNames) {
      it(`refuses ${JSON.stringify(bad.slice(0, 30))} as a mistake of the caller`, async () => {
        expect(await rejectionOf(store.put(bad, Buffer.from('x'), 'text/plain'))).to.be.instanceOf(TypeError)
        expect(await rejectionOf(store.get(bad))).to.be.instanceOf(TypeError)
      })
    }

    for (const bad of ['', 'text/plain\r\nx-evil: 1', 'text/plain\n', 'text/ü']) {
      it(`refuses ${JSON.stringify(bad)} as a content type`, async () => {
        expect(await rejectionOf(store.put(object, Buffer.from('x'), bad))).to.be.instanceOf(TypeError)
        expect(await store.get(object)).to.equal(null)
      })
    }

    const { age } = features
    if (age !== null) {
      it('has no object any more when its folder says that it is too old', async () => {
        const image = `images/${randomUUID()}`
        await store.put(image, Buffer.from('x'), 'image/png')
        await age(image)
        await eventually(async () => (await store.get(image)) === null)
        await store.put(image, Buffer.from('again'), 'image/png')
        expect(String((await store.get(image))?.body)).to.equal('again')
      })
    }
  })
}

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually, rejectionOf } from './eventually.ts'

/** A place for objects, and a way to open it. */
export interface ObjectStoreFixture {
  open(): ObjectStore
  /** Closes all instances and removes the place. */
  close(): Promise<void>
}

export interface ObjectStoreFeatures {
  /**
   * Ages an object of the folder `images` beyond its expiry; null where the sweep of the server removes expired
   * objects at a time of its choice.
   */
  readonly age: ((name: string) => Promise<void>) | null
}

const MIB = 1024 * 1024
const LARGE = 20 * MIB
const OVERWRITES = 10

const badNames = [
  ['', 'a', 'a/', '/a', '/', 'a//b', 'a/b/c', 'a/b/'],
  ['../a', 'a/..', 'a/.', './a', '..', 'a/../b'],
  ['a/b c', 'a/ü', 'a/b\\c', 'a\\b', 'a/b\0', 'a/b\n', 'a/b~1', 'a/b%2f', 'a/*', `a/${'x'.repeat(201)}`],
].flat()

const goodNames = ['images/0af.webp', 'a/b', '.a/.b', '-a/_b', 'a/..b', 'a/...', `a/${'x'.repeat(200)}`]

/** The contract of every ObjectStore. `make` returns an empty place. */
export function objectStoreContract(
  name: string,
  make: () => Promise<ObjectStoreFixture>,
  features: ObjectStoreFeatures,
): void {
  describe(`ObjectStore contract: ${name}`, () => {
    let fixture: ObjectStoreFixture
    let store: ObjectStore
    let other: ObjectStore
    let object: string
    const largeObject = `bodies/${randomUUID()}`
    const largeBody = randomBytes(LARGE)

    before(async () => {
      fixture = await make()
      store = fixture.open()
      other = fixture.open()
      await store.put(largeObject, largeBody, 'image/png')
    })
    after(() => fixture?.close())
    beforeEach(() => {
      object = `bodies/${randomUUID()}`
    })

    it('answers a ping', () => store.ping())

    it('has nothing under an unknown name', async () => {
      expect(await store.get(object)).to.equal(null)
      expect(await store.get(`never-used-folder/${randomUUID()}`)).to.equal(null)
    })

    it('has no removed object, however often it was removed', async () => {
      await store.put(object, Buffer.from('x'), 'text/plain')
      await other.remove(object)
      await other.remove(object)
      expect(await store.get(object)).to.equal(null)
      await store.put(object, Buffer.from('y'), 'text/plain')
      expect((await other.get(object))?.body.toString()).to.equal('y')
    })

    it('stores a body in chunks, and returns it in memory of its own', async () => {
      const chunks = [randomBytes(3 * MIB), Buffer.alloc(0), randomBytes(1)]
      await store.put(object, chunks, 'text/html')
      const found = await store.get(object)
      expect(found?.body.equals(Buffer.concat(chunks))).to.equal(true)
      expect(found?.body.buffer.byteLength).to.equal(3 * MIB + 1)
      await store.put(object, [], 'text/html')
      expect((await store.get(object))?.body.length).to.equal(0)
    })

    const bodies = {
      'nothing at all': Buffer.alloc(0),
      'one newline': Buffer.from('\n'),
      'every byte value': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    }
    for (const [title, body] of Object.entries(bodies)) {
      it(`returns ${title} byte for byte, with its content type`, async () => {
        await store.put(object, body, 'image/png')
        const stored = await other.get(object)
        expect(stored?.contentType).to.equal('image/png')
        expect(stored?.body.length).to.equal(body.length)
        expect(stored?.body.equals(body)).to.equal(true)
      })

      it(`streams ${title}, and reports its size and content type without reading it`, async () => {
        await store.put(object, body, 'image/png')
        expect(await other.stat(object)).to.deep.equal({ size: body.length, contentType: 'image/png' })
        const stream = await other.open(object)
        expect(stream !== null && (await buffer(stream)).equals(body)).to.equal(true)
      })
    }

    it('streams any range of an object', async () => {
      const body = randomBytes(300_000)
      await store.put(object, body, 'image/png')
      const ranges = [
        [0, 0],
        [0, 299_999],
        [299_999, 299_999],
        [1, 65_536],
        [65_535, 200_000],
      ] as const
      for (const [start, end] of ranges) {
        const stream = await other.open(object, { start, end })
        expect(stream !== null && (await buffer(stream)).equals(body.subarray(start, end + 1))).to.equal(true)
      }
    })

    it('reports and streams nothing under an unknown name', async () => {
      expect([await store.stat(object), await store.open(object)]).to.deep.equal([null, null])
      expect(await store.open(object, { start: 1, end: 2 })).to.equal(null)
    })

    /** Others read the large object meanwhile: as much as a reader may get who is not held back. */
    async function othersRead(): Promise<void> {
      for (let times = 0; times < 2; times++)
        expect((await store.get(largeObject))?.body.equals(largeBody)).to.equal(true)
    }

    it('returns 20 MiB of noise byte for byte', othersRead)

    it('reads only a few chunks ahead of a reader that takes nothing', async () => {
      const stream = (await other.open(largeObject)) as Readable
      stream.read(0)
      await othersRead()
      await eventually(() => stream.readableLength > 0)
      expect(stream.readableLength).to.be.below(MIB)
      stream.destroy()
    })

    it('continues for a reader that pauses, and is complete', async () => {
      const stream = await other.open(largeObject)
      const parts: Buffer[] = []
      for await (const part of stream ?? []) {
        if (parts.length === 1) await othersRead()
        parts.push(part as Buffer)
      }
      expect(Buffer.concat(parts).equals(largeBody)).to.equal(true)
    })

    it('ends the read of a destroyed stream, and works on', async () => {
      for (let round = 0; round < 20; round++) {
        const stream = await other.open(largeObject)
        const closed = stream && once(stream, 'close')
        stream?.destroy()
        await closed
      }
      expect(await other.stat(largeObject)).to.deep.equal({ size: LARGE, contentType: 'image/png' })
    })

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

    it('never returns a mix of a replaced object', async () => {
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

    it('accepts the same object from many writers at once', async () => {
      const body = randomBytes(100_000)
      const writers = Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other))
      await Promise.all(writers.map((writer) => writer.put(object, body, 'image/png')))
      expect((await store.get(object))?.body.equals(body)).to.equal(true)
    })

    for (const good of goodNames) {
      it(`accepts the name ${good.slice(0, 30)}`, async () => {
        await store.put(good, Buffer.from(good), 'text/plain')
        expect(String((await other.get(good))?.body)).to.equal(good)
      })
    }

    for (const bad of badNames) {
      it(`rejects the name ${JSON.stringify(bad.slice(0, 30))}`, async () => {
        expect(await rejectionOf(store.put(bad, Buffer.from('x'), 'text/plain'))).to.be.instanceOf(TypeError)
        expect(await rejectionOf(store.get(bad))).to.be.instanceOf(TypeError)
        expect(await rejectionOf(store.stat(bad))).to.be.instanceOf(TypeError)
        expect(await rejectionOf(store.open(bad))).to.be.instanceOf(TypeError)
      })
    }

    for (const bad of ['', 'text/plain\r\nx-evil: 1', 'text/plain\n', 'text/ü']) {
      it(`rejects ${JSON.stringify(bad)} as a content type`, async () => {
        expect(await rejectionOf(store.put(object, Buffer.from('x'), bad))).to.be.instanceOf(TypeError)
        expect(await store.get(object)).to.equal(null)
      })
    }

    const { age } = features
    if (age !== null) {
      it('removes an object that is older than its folder allows', async () => {
        const image = `images/${randomUUID()}`
        await store.put(image, Buffer.from('x'), 'image/png')
        await age(image)
        await eventually(async () => (await store.get(image)) === null)
        expect([await store.stat(image), await store.open(image)]).to.deep.equal([null, null])
        await store.put(image, Buffer.from('again'), 'image/png')
        expect(String((await store.get(image))?.body)).to.equal('again')
      })
    }
  })
}

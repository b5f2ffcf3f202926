import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { openSegments } from '#stages/batch/adapters/postgres/results/segments.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const segments = Array.from({ length: 10 }, (_, n) => ({
  object: `results/${n}`,
  last: n + 1,
  first: n + 1,
}))

describe('openSegments', () => {
  const { signal } = new AbortController()
  let opened: Readable[]

  beforeEach(() => {
    opened = []
  })

  const objects = (bytesOf: (name: string) => Uint8Array) => ({
    open: async (name: string) => {
      const bytes = Readable.from([bytesOf(name)])
      opened.push(bytes)
      return bytes
    },
  })
  const compressed = objects((name) => zstdCompressSync(name))

  it('yields the segments in their order, with their bytes, and opens a few ahead', async () => {
    const read: string[] = []
    for await (const { segment, bytes } of openSegments(compressed, segments, signal)) {
      expect(opened.length).to.be.at.most(segment.first + 3)
      read.push((await buffer(bytes)).toString())
    }
    expect(read).to.deep.equal(segments.map(({ object }) => object))
    expect(opened).to.have.length(10)
  })

  it('destroys the streams that are not taken', async () => {
    for await (const { bytes } of openSegments(compressed, segments, signal)) {
      bytes.destroy()
      break
    }
    await turn()
    await turn()
    expect(opened.map(({ destroyed }) => destroyed)).to.deep.equal(opened.map(() => true))
    expect(opened).to.have.length(4)
  })

  it('keeps the error of a stream for its reader', async () => {
    const failing = objects((name) => (name.endsWith('1') ? Buffer.from('no frame') : zstdCompressSync(name)))
    const read: string[] = []
    const reading = (async () => {
      for await (const { bytes } of openSegments(failing, segments, signal)) {
        for (let turns = 0; turns < 20; turns++) await turn()
        read.push((await buffer(bytes)).toString())
      }
    })()
    await rejectionOf(reading)
    expect(read).to.deep.equal(['results/0'])
  })

  it('fails on a frame that demands a window of 128 MiB (RFC 8878, section 3.1.1)', async () => {
    // Magic number, no flags, window descriptor 2^27, one last raw block of one byte.
    const frame = Buffer.from('28b52ffd' + '00' + '88' + '090000' + '61', 'hex')
    const [first] = segments.slice(0, 1)
    for await (const { bytes } of openSegments(
      objects(() => frame),
      first ? [first] : [],
      signal,
    ))
      expect(await rejectionOf(buffer(bytes))).to.be.instanceOf(Error)
    expect(opened).to.have.length(1)
  })

  it('rejects when there is no such object', async () => {
    const opening = openSegments({ open: async () => null }, segments, signal).next()
    expect(isUnavailable(await rejectionOf(opening))).to.equal(true)
  })

  it('fails the streams when the signal is aborted, even before', async () => {
    const leaving = new AbortController()
    const open = openSegments(compressed, segments, leaving.signal)
    const first = await open.next()
    leaving.abort()
    await rejectionOf(buffer(first.value?.bytes as Readable))
    const second = await open.next()
    await rejectionOf(buffer(second.value?.bytes as Readable))
    await open.return(undefined)
    await turn()
    expect(opened.every(({ destroyed }) => destroyed)).to.equal(true)
  })
})

import { expect } from 'chai'
import {
  type OffsetRange,
  encodeCompletedOffsets as pack,
  decodeCompletedOffsets as unpack,
} from '#shared/consumer/offsets/offset-metadata.ts'
import { METADATA_LIMIT } from '#shared/ports/event-log.ts'
import { seeded } from '../random.ts'

/** Single offsets and their runs: the plain way, for what is small. */
function runsOf(offsets: readonly number[]): OffsetRange[] {
  const runs: { start: number; end: number }[] = []
  for (const offset of offsets) {
    const last = runs.at(-1)
    if (last?.end === offset) last.end += 1
    else runs.push({ start: offset, end: offset + 1 })
  }
  return runs
}
const offsetsOf = (runs: readonly OffsetRange[]) =>
  runs.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index))
const encodeCompletedOffsets = (base: number, offsets: readonly number[]) => pack(base, runsOf(offsets))
const decodeCompletedOffsets = (base: number, metadata: string) => offsetsOf(unpack(base, metadata))

/** What goes before the base64 part: all but the 4 characters of one run of (gap 1, length 1). */
const prefix = encodeCompletedOffsets(0, [1]).slice(0, -4)
const claiming = (...bytes: number[]) => prefix + Buffer.from(bytes).toString('base64')

describe('offset metadata', () => {
  it('is empty when no offset is finished beyond the committed one', () => {
    expect(encodeCompletedOffsets(7, [])).to.equal('')
    expect(decodeCompletedOffsets(7, '')).to.deep.equal([])
  })

  const lists: [title: string, base: number, offsets: number[]][] = [
    ['one offset', 0, [1]],
    ['one run', 10, [11, 12, 13]],
    ['runs and gaps', 10, [12, 13, 20, 22, 23, 24, 1000]],
    ['a gap of 127, 128 and 16,384', 0, [127, 256, 16_641]],
    ['offsets far up', 2 ** 52, [2 ** 52 + 3, 2 ** 52 + 4]],
    ['a far offset', 0, [2 ** 45]],
  ]
  for (const [title, base, offsets] of lists) {
    it(`decodes ${title}`, () => {
      expect(decodeCompletedOffsets(base, encodeCompletedOffsets(base, offsets))).to.deep.equal(offsets)
    })
  }

  it('decodes any list that fits', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed)
      const base = random.below(1_000_000)
      const spread = 1 + random.below(200)
      const offsets: number[] = []
      for (let count = 0; count < 400; count++)
        offsets.push((offsets.at(-1) ?? base) + 1 + random.below(spread))
      expect(
        decodeCompletedOffsets(base, encodeCompletedOffsets(base, offsets)),
        `seed ${seed}`,
      ).to.deep.equal(offsets)
    }
  })

  it('encodes a long range in a few bytes', () => {
    const offsets = Array.from({ length: 20_000 }, (_, index) => 101 + index)
    const packed = encodeCompletedOffsets(100, offsets)
    expect(packed.length).to.be.below(20)
    expect(decodeCompletedOffsets(100, packed)).to.deep.equal(offsets)
  })

  it('encodes a range of any length as one', () => {
    const run = { start: 2 ** 40, end: 2 ** 52 }
    expect(unpack(5, pack(5, [run]))).to.deep.equal([run])
  })

  it('keeps the lowest of 10,000 alternating offsets within the limit of a commit', () => {
    const offsets = Array.from({ length: 10_000 }, (_, index) => 101 + 2 * index)
    const packed = encodeCompletedOffsets(100, offsets)
    expect(Buffer.byteLength(packed)).to.be.at.most(METADATA_LIMIT)
    expect(packed).to.match(/^[\x20-\x7e]+$/)
    const kept = decodeCompletedOffsets(100, packed)
    expect(kept).to.deep.equal(offsets.slice(0, kept.length))
    expect(kept.length).to.be.above(1000)
  })

  it('stays within the limit with gaps of any size', () => {
    for (const gap of [2, 200, 20_000, 3_000_000]) {
      const offsets = Array.from({ length: 5000 }, (_, index) => 1 + gap * index)
      expect(encodeCompletedOffsets(0, offsets).length, `gap ${gap}`).to.be.at.most(METADATA_LIMIT)
    }
  })

  for (const foreign of [
    '1700000000000',
    '1',
    '12',
    'NONE',
    'offset=5',
    '{"consumer":"x"}',
    'AAAA',
    'd2hhdA==',
    '\u0000\u0001',
  ]) {
    it(`decodes nothing from the metadata of another program: ${JSON.stringify(foreign)}`, () => {
      expect(decodeCompletedOffsets(5, foreign)).to.deep.equal([])
    })
  }

  const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]
  const hostile: [title: string, metadata: string][] = [
    ['a run of 2^48', claiming(1, ...huge)],
    ['a run beyond the whole numbers', claiming(1, ...huge.slice(0, -1), 0xff, 0xff, 0x7f)],
    ['a gap beyond the whole numbers', claiming(...huge.slice(0, -1), 0xff, 0xff, 0x7f, 5)],
    ['thousands of long runs', claiming(...Array.from({ length: 1000 }, () => [1, 0x80, 0x80, 0x02]).flat())],
    ['a number that never ends', claiming(...Array.from({ length: 3000 }, () => 0xff))],
    ['a number of 2,000 bytes', claiming(...Array.from({ length: 2000 }, () => 0xff), 1, 1)],
  ]
  for (const [title, metadata] of hostile) {
    it(`survives ${title}`, () => {
      const runs = unpack(1000, metadata)
      expect(runs.length).to.be.at.most(2000)
      const isSound = ({ start, end }: OffsetRange) =>
        Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 1000 && end >= start
      expect(runs.every(isSound)).to.equal(true)
    })
  }

  it('ignores half a range', () => {
    expect(decodeCompletedOffsets(0, claiming(1, 2, 3))).to.deep.equal([1, 2])
  })
})

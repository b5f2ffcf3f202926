const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, 2 * at))
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at))
  return bytes
}
const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts)
const zeros = (count: number): number[] => Array<number>(count).fill(0)

const [FIRST, LAST] = [0x41, 0x7a]
const letters = LAST - FIRST + 1

/** Tables of OpenType 1.9; a box of 800 by 800 units is the glyph of all letters. */
const tables: readonly (readonly [tag: string, body: Buffer])[] = [
  ['OS/2', join(u16(4, 1000, 400, 5, 0, ...zeros(10), 0, ...zeros(5), ...zeros(8), 0, 0), u16(0x40, FIRST, LAST, 800, -200, 0, 800, 200), u32(1, 0), u16(500, 700, 0, 32, 0))],
  [
    'cmap',
    join(u16(0, 1, 3, 1), u32(12), u16(4, 32 + 2 * letters, 0, 4, 4, 1, 0, LAST, 0xffff, 0, FIRST, 0xffff, 0, 1, 4, 0), u16(...Array<number>(letters).fill(1))),
  ],
  ['glyf', join(u16(1, 0, 0, 800, 800, 3, 0), Buffer.from([1, 1, 1, 1]), u16(0, 800, 0, -800, 0, 0, 800, 0), u16(0))],
  ['head', join(u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(3, 1000), u32(0, 0, 0, 0), u16(0, 0, 800, 800, 0, 8, 2, 0, 0))],
  ['hhea', join(u32(0x10000), u16(800, -200, 0, 1000, 0, 0, 800, 1, 0, 0, ...zeros(5), 2))],
  ['hmtx', u16(1000, 0, 1000, 0)],
  ['loca', u16(0, 0, 18)],
  ['maxp', join(u32(0x10000), u16(2, 4, 1, 0, 0, 2, ...zeros(8)))],
  ['name', u16(0, 0, 6)],
  ['post', join(u32(0x30000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0))],
]

/** A TrueType font whose letters are boxes. */
export function boxFont(): Buffer {
  let offset = 12 + 16 * tables.length
  const records: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, body] of tables) {
    const padded = join(body, Buffer.alloc(-body.length & 3))
    records.push(Buffer.from(tag), u32(0, offset, body.length))
    bodies.push(padded)
    offset += padded.length
  }
  return join(u32(0x10000), u16(tables.length, 128, 3, 16 * tables.length - 128), ...records, ...bodies)
}

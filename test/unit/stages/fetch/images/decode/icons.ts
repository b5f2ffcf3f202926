// Builds ICO files byte by byte (layout: ICONDIR, ICONDIRENTRY, BITMAPINFOHEADER).

export interface Entry {
  readonly width: number
  readonly height: number
  readonly bits?: number
  readonly body: Buffer
}

export function ico(...entries: Entry[]): Buffer {
  const header = Buffer.alloc(6 + entries.length * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(entries.length, 4)
  let offset = header.length
  for (const [index, { width, height, bits = 32, body }] of entries.entries()) {
    const at = 6 + index * 16
    header.writeUInt8(width % 256, at)
    header.writeUInt8(height % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(bits, at + 6)
    header.writeUInt32LE(body.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += body.length
  }
  return Buffer.concat([header, ...entries.map(({ body }) => body)])
}

export function dib(width: number, height: number, bits: number, ...parts: number[][]): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(height * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  return Buffer.concat([header, ...parts.map((part) => Buffer.from(part))])
}

import { crc32, deflateSync } from 'node:zlib'

/** An SVG whose decoding takes minutes, in a few thousand bytes: each blur of each rectangle covers the whole picture. */
export function slowSvg(): Buffer {
  const blurs = '<feGaussianBlur stdDeviation="300"/>'.repeat(200)
  const field = '<rect width="100%" height="100%" fill="#336699" filter="url(#f)"/>'.repeat(1000)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${blurs}</filter>${field}</svg>`,
  )
}

const xlink = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

/** An SVG of 5 kB whose one rectangle is used 10^20 times. */
export function nestedUses(): Buffer {
  const levels = Array.from({ length: 20 }, (_, level) => {
    const uses = `<use xlink:href="#g${level}"/>`.repeat(10)
    return `<g id="g${level + 1}">${uses}</g>`
  })
  const first = '<g id="g0"><rect width="9" height="9"/></g>'
  return Buffer.from(
    `<svg ${xlink} width="9" height="9">${first}${levels.join('')}<use xlink:href="#g20"/></svg>`,
  )
}

/** An SVG of 1 kB with a text of 10^15 characters. */
export function nestedEntities(): Buffer {
  const names = [...'abcdefghijklm']
  const entities = names.map((name, at) => {
    const value = at === 0 ? 'x'.repeat(1000) : `&${names[at - 1]};`.repeat(10)
    return `<!ENTITY ${name} "${value}">`
  })
  return Buffer.from(
    `<!DOCTYPE svg [${entities.join('')}]><svg ${xlink} width="9" height="9"><text>&m;</text></svg>`,
  )
}

/** A GIF with frames of one pixel, 23 bytes each (GIF89a, sections 18 to 23), on a canvas of that size. */
export function gifOf(frames: number, width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from('800000336699ffffff', 'hex')])
  const frame = Buffer.from('21f9040001000000' + '2c00000000010001000002024401' + '00', 'hex')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** A PNG (ISO/IEC 15948) with four bytes a pixel whose header claims a size, with further chunks; its pixels are `idat`, inflated. */
export function pngOf(width: number, height: number, idat: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.from('00000000' + '00000000' + '0806000000', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const parts = [
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(idat)),
    pngChunk('IEND', nothing),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

const nothing = Buffer.alloc(0)

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

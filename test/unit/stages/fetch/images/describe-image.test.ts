import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import type { ImageDescription } from '#shared/ports/lookups.ts'
import { type DescribeImageOptions, makeDescribeImage } from '#stages/fetch/images/describe-image.ts'
import { makeImageDecoder } from '#stages/fetch/images/image-decoder.ts'
import { startDecoders } from '#test/support/isolated-images.ts'
import { dib, ico } from './decode/icons.ts'

const limits = {
  maxBytes: 10 * 1024 * 1024,
  maxSvgBytes: 512 * 1024,
  maxPixels: 50e6,
  timeoutMs: 30_000,
  maxDescriptions: 8,
  maxDecodes: 2,
}
const context = { deadlineMs: 30_000, signal: new AbortController().signal }
const nothing = { url: 'u', width: null, height: null, format: null, dominantColor: null }

const processes = startDecoders()
const describing = (download: DescribeImageOptions['download'], more: object = {}) => {
  const all = { ...limits, ...more }
  return makeDescribeImage({ download, decode: makeImageDecoder(processes, all), limits: all })
}
const describeBody = (body: Buffer, more?: object): Promise<ImageDescription> =>
  describing(async () => ({ body }), more)('u', context)

const plain = (width: number, height: number, background: string | object = '#336699') =>
  sharp({ create: { width, height, channels: 4, background: background as string } })
const svg = (inside: string, attributes = 'width="300" height="200"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )
const blueField = '<rect width="100%" height="100%" fill="#336699"/>'

function near(color: string | null, expected: [number, number, number], off: number): void {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color?.slice(at, at + 2) ?? '', 16))
  for (const [index, value] of expected.entries())
    expect(channels[index], color ?? '').to.be.closeTo(value, off)
}

describe('makeDescribeImage', () => {
  after(() => processes.close())

  for (const format of ['png', 'gif'] as const) {
    it(`is exact for a plain ${format}`, async () => {
      const body = await plain(300, 200)[format]().toBuffer()
      expect(await describeBody(body)).to.deep.equal({
        url: 'u',
        width: 300,
        height: 200,
        format,
        dominantColor: '#336699',
      })
    })
  }

  it('is exact for a lossless WebP and a plain SVG', async () => {
    const webp = await plain(300, 200).webp({ lossless: true }).toBuffer()
    for (const [format, body] of [
      ['webp', webp],
      ['svg', svg(blueField)],
    ] as const) {
      const expected = { url: 'u', width: 300, height: 200, format, dominantColor: '#336699' }
      expect(await describeBody(body)).to.deep.equal(expected)
    }
  })

  for (const format of ['jpeg', 'webp', 'avif'] as const) {
    it(`is exact to two steps for a lossy ${format}`, async () => {
      const body = await plain(300, 200)[format]({ quality: 80 }).toBuffer()
      const { dominantColor, ...rest } = await describeBody(body)
      expect(rest).to.deep.equal({ url: 'u', width: 300, height: 200, format })
      near(dominantColor, [0x33, 0x66, 0x99], 2)
    })
  }

  it('reads grey, grey with alpha, palette and 16-bit PNGs', async () => {
    const grey = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#777777' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const greyAlpha = await sharp(grey).ensureAlpha(0.9).toColourspace('b-w').png().toBuffer()
    expect((await sharp(greyAlpha).metadata()).channels).to.equal(2)
    expect((await describeBody(grey)).dominantColor).to.equal('#777777')
    expect((await describeBody(greyAlpha)).dominantColor).to.equal('#777777')
    expect((await describeBody(await plain(9, 9).png({ palette: true }).toBuffer())).dominantColor).to.equal(
      '#336699',
    )
    const deep = await plain(9, 9).toColourspace('rgb16').png().toBuffer()
    near((await describeBody(deep)).dominantColor, [0x33, 0x66, 0x99], 1)
  })

  it('ignores transparent pixels', async () => {
    const disc = svg('<circle cx="150" cy="100" r="40" fill="#ff0000"/>')
    expect((await describeBody(disc)).dominantColor).to.equal('#ff0000')
    const body = await sharp(disc).png().toBuffer()
    expect(await describeBody(body)).to.deep.include({ format: 'png', dominantColor: '#ff0000' })
  })

  it('has a size and no colour when all pixels are transparent', async () => {
    const body = await plain(30, 20, { r: 9, g: 9, b: 9, alpha: 0 }).png().toBuffer()
    expect(await describeBody(body)).to.deep.equal({
      url: 'u',
      width: 30,
      height: 20,
      format: 'png',
      dominantColor: null,
    })
  })

  for (const format of ['gif', 'webp'] as const) {
    it(`describes the first frame of an animated ${format}`, async () => {
      const frames = await Promise.all(
        ['#336699', '#ff0000', '#00ff00'].map((color) => plain(40, 30, color).png().toBuffer()),
      )
      const joined = sharp(frames, { join: { animated: true } })
      const body = await (format === 'gif' ? joined.gif() : joined.webp({ lossless: true })).toBuffer()
      expect((await sharp(body).metadata()).pages).to.equal(3)
      expect(await describeBody(body)).to.deep.equal({
        url: 'u',
        width: 40,
        height: 30,
        format,
        dominantColor: '#336699',
      })
    })
  }

  it('reports the size as displayed, after EXIF orientation', async () => {
    const body = await plain(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await describeBody(body)).to.include({ width: 200, height: 300 })
  })

  it('decodes a JPEG of 12 megapixels', async () => {
    const body = await plain(4000, 3000).jpeg().toBuffer()
    const description = await describeBody(body)
    expect(description).to.include({ width: 4000, height: 3000, format: 'jpeg' })
    near(description.dominantColor, [0x33, 0x66, 0x99], 2)
  })

  it('rejects one pixel more than its limit, in raster and vector images', async () => {
    const body = await plain(101, 100).png().toBuffer()
    expect(await describeBody(body, { maxPixels: 10_100 })).to.include({ width: 101 })
    expect(await describeBody(body, { maxPixels: 10_099 })).to.deep.equal(nothing)
    const large = svg(blueField, 'width="20000" height="20000"')
    expect(await describeBody(large)).to.deep.equal(nothing)
  })

  it('allows AVIF a quarter of the pixels', async () => {
    const body = await plain(100, 100).avif().toBuffer()
    expect(await describeBody(body, { maxPixels: 40_000 })).to.include({ width: 100 })
    expect(await describeBody(body, { maxPixels: 39_999 })).to.deep.equal(nothing)
  })

  it('reads icons with a PNG, and with a bitmap', async () => {
    const png = await plain(256, 256).png().toBuffer()
    const small = dib(1, 1, 24, [0, 0, 255, 0], [0, 0, 0, 0])
    const both = ico({ width: 1, height: 1, body: small }, { width: 256, height: 256, body: png })
    const expected = { url: 'u', width: 256, height: 256, format: 'ico', dominantColor: '#336699' }
    expect(await describeBody(both)).to.deep.equal(expected)
    const bitmap = { url: 'u', width: 1, height: 1, format: 'ico', dominantColor: '#ff0000' }
    expect(await describeBody(ico({ width: 1, height: 1, body: small }))).to.deep.equal(bitmap)
  })

  it('returns nulls for incomplete and invalid images', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise } })
    const jpeg = await photo.jpeg().toBuffer()
    const png = await photo.png().toBuffer()
    const bodies: [string, Buffer][] = [
      ['nothing', Buffer.alloc(0)],
      ['HTML', Buffer.from('<!doctype html><title>Not found</title><svg></svg>')],
      ['JSON', Buffer.from('{"error":"no"}')],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
      ['the head of a JPEG', jpeg.subarray(0, 20)],
      ['half a PNG', png.subarray(0, png.length / 2)],
      ['a signature alone', png.subarray(0, 8)],
      ['broken XML', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
      ['an empty icon', ico()],
    ]
    for (const [name, body] of bodies) expect(await describeBody(body), name).to.deep.equal(nothing)
  })

  const field = (inside: string) => svg(blueField + inside).toString()
  /** Ways of an SVG to reference a resource, each over a blue field. The resource would cover it in red. */
  const references = (base: string): [string, string][] => [
    ['image href', field(`<image href="${base}red.png" width="300" height="200"/>`)],
    ['image xlink:href', field(`<image xlink:href="${base}red.png" width="300" height="200"/>`)],
    ['image of an SVG', field(`<image href="${base}red.svg" width="300" height="200"/>`)],
    [
      'feImage',
      field(`<filter id="f"><feImage href="${base}red.png"/></filter><g filter="url(#f)">${blueField}</g>`),
    ],
    ['use', field(`<use href="${base}red.svg#r"/>`)],
    ['fill', field(`<rect width="300" height="200" fill="url(${base}red.svg#p)"/>`)],
    ['style import', field(`<style>@import url(${base}red.css);</style>`)],
    ['stylesheet', `<?xml-stylesheet href="${base}red.css" type="text/css"?>${field('')}`],
    [
      'font',
      field(`<style>@font-face{font-family:f;src:url(${base}f.woff)}</style><text font-family="f">x</text>`),
    ],
    ['document type', `<!DOCTYPE svg SYSTEM "${base}red.dtd">${field('')}`],
    ['entity', `<!DOCTYPE svg [<!ENTITY red SYSTEM "${base}red.txt">]>${field('&red;')}`],
    [
      'inclusion',
      field(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${base}red.svg" parse="xml"/>`),
    ],
  ]

  async function blueIn(drawings: [string, string][]): Promise<void> {
    for (const [name, body] of drawings) {
      const { dominantColor } = await describeBody(Buffer.from(body))
      // XML with an unavailable entity is not well-formed: there is no picture at all.
      expect(dominantColor, name).to.equal(name === 'entity' ? null : '#336699')
    }
  }

  it('loads no resource that an SVG references', async () => {
    let connections = 0
    const canary = createServer((socket) => {
      connections++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(canary, 'listening')
    const { port } = canary.address() as { port: number }
    try {
      await blueIn(references(`http://127.0.0.1:${port}/`))
    } finally {
      canary.close()
    }
    await once(canary, 'close')
    expect(connections).to.equal(0)
  })

  it('reads no file that an SVG references', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'describe-image-'))
    try {
      const covering = '<rect id="r" width="300" height="200" fill="#ff0000"/>'
      const pattern = `<pattern id="p" width="300" height="200">${covering}</pattern>`
      await writeFile(join(folder, 'red.png'), await plain(300, 200, '#ff0000').png().toBuffer())
      await writeFile(join(folder, 'red.svg'), svg(covering + pattern))
      await writeFile(join(folder, 'red.css'), 'rect{fill:#ff0000}')
      await writeFile(join(folder, 'red.txt'), covering)
      await writeFile(join(folder, 'red.dtd'), '')
      for (const base of [`file://${folder}/`, `${folder}/`]) await blueIn(references(base))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('rejects an entity bomb and an SVG that is too long', async () => {
    const entities = Array.from(
      { length: 30 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    ).join('')
    const bomb = Buffer.from(
      `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>${svg(`<text>&e30;</text>`).toString()}`,
    )
    expect(await describeBody(bomb)).to.deep.equal(nothing)
    const long = svg(blueField + ' '.repeat(limits.maxSvgBytes))
    expect(await describeBody(long)).to.deep.equal(nothing)
  })

  it('answers in time although an SVG is still decoded, and continues with other images', async () => {
    const levels = Array.from(
      { length: 24 },
      (_, level) => `<g id="g${level + 1}"><use xlink:href="#g${level}"/><use xlink:href="#g${level}"/></g>`,
    ).join('')
    const bomb = svg(`<g id="g0">${blueField}</g>${levels}`)
    const png = await plain(9, 9).png().toBuffer()
    const describe = describing(async (url) => ({ body: url === 'bomb' ? bomb : png }))
    const short = { deadlineMs: 300, signal: context.signal }
    expect(await describe('bomb', short)).to.deep.equal({ ...nothing, url: 'bomb' })
    expect(await describe('bomb', short)).to.deep.equal({ ...nothing, url: 'bomb' })
    expect(await describe('u', context)).to.include({ dominantColor: '#336699' })
  })

  it('passes its limits to the download and returns nulls when that rejects', async () => {
    const seen: object[] = []
    const describe = describing(async (_url, given) => {
      seen.push(given)
      throw new Error('connection_failed')
    })
    expect(await describe('u', { ...context, deadlineMs: 700.5 })).to.deep.equal(nothing)
    expect(seen[0]).to.include({ maxBytes: limits.maxBytes, timeoutMs: 700 })
    expect(await describe('u', { ...context, deadlineMs: 60_000 })).to.deep.equal(nothing)
    expect(seen[1]).to.include({ timeoutMs: limits.timeoutMs })
  })

  it('aborts the download at the deadline and when the caller cancels', async () => {
    const signals: AbortSignal[] = []
    const describe = describing((_url, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    expect(await describe('u', { ...context, deadlineMs: 50 })).to.deep.equal(nothing)
    const caller = new AbortController()
    const running = describe('u', { ...context, signal: caller.signal })
    caller.abort()
    expect(await running).to.deep.equal(nothing)
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, true])
    expect(await describe('u', { ...context, deadlineMs: 0 })).to.deep.equal(nothing)
  })

  it('holds no more bodies at a time than configured', async () => {
    let open = 0
    let most = 0
    const png = await plain(9, 9).png().toBuffer()
    const describe = describing(
      async () => {
        most = Math.max(most, ++open)
        await new Promise((resolve) => setImmediate(resolve))
        open--
        return { body: png }
      },
      { maxDescriptions: 3 },
    )
    const all = await Promise.all(Array.from({ length: 40 }, () => describe('u', context)))
    expect(all.every(({ dominantColor }) => dominantColor === '#336699')).to.equal(true)
    expect(most).to.equal(3)
  })
})

import { expect } from 'chai'
import { imageFormat } from '#shared/web/images/image-format.ts'

const text = (body: string) => Buffer.from(body)
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('imageFormat', () => {
  // MIME Sniffing Standard, 6.1: the patterns of image types.
  const cases: [string, Buffer, string | null][] = [
    ['icon', bytes('00 00 01 00 01 00'), 'ico'],
    ['GIF 87', text('GIF87a…'), 'gif'],
    ['GIF 89', text('GIF89a…'), 'gif'],
    ['WebP', bytes('52 49 46 46 0a 0d 00 00 57 45 42 50 56 50 38 20'), 'webp'],
    ['PNG', bytes('89 50 4e 47 0d 0a 1a 0a 00'), 'png'],
    ['JPEG', bytes('ff d8 ff e0'), 'jpeg'],
    ['AVIF by major brand', bytes('00000014 66747970 61766966 00000000 6d696631'), 'avif'],
    ['AVIF by compatible brand', bytes('00000014 66747970 6d696631 00000000 61766966'), 'avif'],
    ['HEIC', bytes('00000014 66747970 68656963 00000000 6d696631'), null],
    ['MP4', bytes('00000014 66747970 69736f6d 00000000 61766331'), null],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
    ['SVG after a prolog', text('\uFEFF<?xml version="1.0"?>\n<!-- made by x -->\n<svg\nwidth="1">'), 'svg'],
    ['HTML', text('<!DOCTYPE html><html><body><svg width="1"></svg>'), null],
    ['HTML without doctype', text('<html lang="en"><svg></svg>'), null],
    ['a text that names svg', text('use <svg > for drawings'), null],
    ['another XML', text('<?xml version="1.0"?><rss><svgs/></rss>'), null],
    ['compressed SVG', bytes('1f 8b 08 00 00 00 00 00'), null],
    ['TIFF', text('II*\0'), null],
    ['PDF', text('%PDF-1.7'), null],
    ['a cut signature', bytes('89 50 4e'), null],
    ['nothing', Buffer.alloc(0), null],
  ]
  for (const [name, body, format] of cases) {
    it(`detects ${name} as ${format}`, () => {
      expect(imageFormat(body)).to.equal(format)
    })
  }
})

import { expect } from 'chai'
import {
  compressionSaving,
  isCompressed,
  isText,
  isUncompressed,
} from '#stages/score/performance/resources/text.ts'
import { request } from '#test/support/performance/lab-measurement.ts'

const isTextOfType = (mimeType: string) => isText(request('/a', { mimeType, decodedBytes: 1 }))
const coded = (coding: string) => ({ headers: { 'content-encoding': coding } })

describe('text in a measurement', () => {
  it('is what has a media type of text', () => {
    const texts = [
      'text/html',
      'TEXT/css',
      'application/javascript',
      'application/json',
      'application/manifest+json',
      'image/svg+xml',
    ]
    expect(texts.filter((type) => !isTextOfType(type))).to.deep.equal([])
    const others = ['image/png', 'font/woff2', 'application/octet-stream', 'application/wasm', '']
    expect(others.filter(isTextOfType)).to.deep.equal([])
  })

  it('is neither a redirect nor a response without a body', () => {
    const text = request('/a', { mimeType: 'text/html', decodedBytes: 1 })
    expect(isText({ ...text, isRedirect: true })).to.equal(false)
    expect(isText({ ...text, decodedBytes: 0 })).to.equal(false)
  })

  it('is compressed by any of the known codings', () => {
    expect(
      ['gzip', 'BR', 'x, zstd', ' deflate '].map((coding) => isCompressed(request('/a', coded(coding)))),
    ).to.deep.equal([true, true, true, true])
    expect(['identity', '', 'brotli'].some((coding) => isCompressed(request('/a', coded(coding))))).to.equal(
      false,
    )
  })

  it('counts as uncompressed from 1,024 bytes on', () => {
    const of = (decodedBytes: number, more = {}) =>
      isUncompressed(request('/a', { mimeType: 'text/css', decodedBytes, ...more }))
    expect([of(1023), of(1024), of(1024, coded('br'))]).to.deep.equal([false, true, false])
  })

  it('saves by the better coding, and nothing where it does not shrink', () => {
    const saving = (compressed: { gzip: number; brotli: number } | null) =>
      compressionSaving(request('/a', { decodedBytes: 1000, compressed }))
    expect([
      saving({ gzip: 400, brotli: 300 }),
      saving({ gzip: 1010, brotli: 1020 }),
      saving(null),
    ]).to.deep.equal([700, 0, 0])
  })
})

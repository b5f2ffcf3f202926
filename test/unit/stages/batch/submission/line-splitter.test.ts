import { expect } from 'chai'
import { type Line, lineSplitter } from '#stages/batch/submission/line-splitter.ts'

/** The lines of these chunks, as texts. */
function linesOf(chunks: readonly (string | Uint8Array)[], maxBytes = 1000): [number, string | null][] {
  const splitter = lineSplitter(maxBytes)
  const lines: Line[] = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)))
  return [...lines, ...splitter.end()].map(({ number, bytes }) => [number, bytes?.toString() ?? null])
}

describe('lineSplitter', () => {
  it('returns lines with their numbers, also empty ones', () => {
    expect(linesOf(['a\n\nb\n'])).to.deep.equal([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ])
  })

  it('returns the last line without a line break', () => {
    expect(linesOf(['a\nb'])).to.deep.equal([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  it('returns nothing for an empty body', () => {
    for (const chunks of [[], [''], ['', '']]) expect(linesOf(chunks)).to.deep.equal([])
  })

  it('splits at CRLF, and at no other CR', () => {
    expect(linesOf(['a\r\nb\rc\r\n\r\n'])).to.deep.equal([
      [1, 'a'],
      [2, 'b\rc'],
      [3, ''],
    ])
  })

  it('removes a byte order mark at the start only', () => {
    expect(linesOf(['\ufeffa\n\ufeffb'])).to.deep.equal([
      [1, 'a'],
      [2, '\ufeffb'],
    ])
  })

  it('finds the same lines wherever the body is cut, also within a character', () => {
    const body = Buffer.from('\ufeffhttps://exämple.com/ü€😀\r\n\r\n{"url":"x"}\nlast')
    const whole = linesOf([body])
    expect(whole.map(([, text]) => text)).to.deep.equal([
      'https://exämple.com/ü€😀',
      '',
      '{"url":"x"}',
      'last',
    ])
    for (let cut = 0; cut <= body.length; cut++) {
      expect(linesOf([body.subarray(0, cut), body.subarray(cut)]), `cut at ${cut}`).to.deep.equal(whole)
    }
    expect(linesOf([...body].map((byte) => Buffer.from([byte])))).to.deep.equal(whole)
  })

  for (const end of ['\n', '\r\n', '']) {
    it(`accepts a line of the longest length, not one byte more: ends with ${JSON.stringify(end)}`, () => {
      expect(linesOf([`${'x'.repeat(10)}${end}`], 10)).to.deep.equal([[1, 'x'.repeat(10)]])
      expect(linesOf([`${'x'.repeat(11)}${end}`], 10)).to.deep.equal([[1, null]])
    })
  }

  it('counts bytes, and continues after a line that is too long', () => {
    expect(linesOf(['ééééé\n', 'éééééé\n', 'x'.repeat(100_000), 'x\nok\n'], 10)).to.deep.equal([
      [1, 'ééééé'],
      [2, null],
      [3, null],
      [4, 'ok'],
    ])
  })

  it('stores nothing of a line that never ends', () => {
    const splitter = lineSplitter(1000)
    const chunk = Buffer.alloc(1_000_000, 'x')
    const before = process.memoryUsage().arrayBuffers
    for (let time = 0; time < 1000; time++) splitter.push(Buffer.from(chunk))
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(600_000_000)
    expect(splitter.end()).to.deep.equal([{ number: 1, bytes: null }])
  })
})

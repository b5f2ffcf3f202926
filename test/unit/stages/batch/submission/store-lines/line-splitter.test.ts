import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { type Line, splitLines } from '#stages/batch/submission/store-lines.ts'
import { eventually } from '#test/contract/eventually.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The lines of these chunks, as texts. */
async function linesOf(chunks: readonly (string | Uint8Array)[], maxBytes = 1000) {
  const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const lines: Line[] = await Readable.from(splitLines(body, maxBytes)).toArray()
  return lines.map(({ number, bytes }) => [number, bytes?.toString() ?? null])
}

describe('splitLines', () => {
  it('returns lines with their numbers, also empty ones', async () => {
    expect(await linesOf(['a\n\nb\n'])).to.deep.equal([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ])
  })

  it('returns the last line without a line break', async () => {
    expect(await linesOf(['a\nb'])).to.deep.equal([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  it('returns nothing for an empty body', async () => {
    for (const chunks of [[], [''], ['', '']]) expect(await linesOf(chunks)).to.deep.equal([])
  })

  it('splits at CRLF, and at no other CR', async () => {
    expect(await linesOf(['a\r\nb\rc\r\n\r\n'])).to.deep.equal([
      [1, 'a'],
      [2, 'b\rc'],
      [3, ''],
    ])
  })

  it('removes a byte order mark at the start only', async () => {
    expect(await linesOf(['\ufeffa\n\ufeffb'])).to.deep.equal([
      [1, 'a'],
      [2, '\ufeffb'],
    ])
  })

  it('finds the same lines wherever the body is cut, also within a character', async () => {
    const body = Buffer.from('\ufeffhttps://exämple.com/ü€😀\r\n\r\n{"url":"x"}\nlast')
    const whole = await linesOf([body])
    expect(whole.map(([, text]) => text)).to.deep.equal([
      'https://exämple.com/ü€😀',
      '',
      '{"url":"x"}',
      'last',
    ])
    for (let cut = 0; cut <= body.length; cut++) {
      expect(await linesOf([body.subarray(0, cut), body.subarray(cut)]), `cut at ${cut}`).to.deep.equal(whole)
    }
    expect(await linesOf([...body].map((byte) => Buffer.from([byte])))).to.deep.equal(whole)
  })

  for (const end of ['\n', '\r\n', '']) {
    it(`accepts a line of the longest length, not one byte more: ends with ${JSON.stringify(end)}`, async () => {
      expect(await linesOf([`${'x'.repeat(10)}${end}`], 10)).to.deep.equal([[1, 'x'.repeat(10)]])
      expect(await linesOf([`${'x'.repeat(11)}${end}`], 10)).to.deep.equal([[1, null]])
    })
  }

  it('counts neither the byte order mark nor the CR of the longest line', async () => {
    const line = 'x'.repeat(10)
    expect(await linesOf([`\ufeff${line}\r\n`], 10)).to.deep.equal([[1, line]])
    expect(await linesOf([`\ufeff${line}x\n`], 10)).to.deep.equal([[1, null]])
  })

  it('counts bytes, and continues after a line that is too long', async () => {
    expect(await linesOf(['ééééé\n', 'éééééé\n', 'x'.repeat(100_000), 'x\nok\n'], 10)).to.deep.equal([
      [1, 'ééééé'],
      [2, null],
      [3, null],
      [4, 'ok'],
    ])
  })

  it('stores nothing of a line that never ends', async function () {
    this.timeout(40_000)
    async function* body() {
      const before = process.memoryUsage().arrayBuffers
      for (let time = 0; time < 100; time++) yield Buffer.alloc(100_000, 'x')
      await eventually(() => {
        collectGarbage()
        return process.memoryUsage().arrayBuffers - before < 2_000_000
      })
    }
    const lines = await Readable.from(splitLines(body(), 1000)).toArray()
    expect(lines).to.deep.equal([{ number: 1, bytes: null }])
  })
})

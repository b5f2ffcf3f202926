import { Writable } from 'node:stream'
import { expect } from 'chai'
import { type Format, streamWriter } from '#gateway/cli/batch/results/result-writer.ts'
import { printable, printableJson } from '#gateway/cli/printable.ts'

const CSI = '\x9b'
const ESCAPE = '\x1b'
/**
 * Sets the title of a terminal and clears the screen; the second sequence begins with one C1 character (ECMA-48,
 * sections 5.4 and 8.3.39).
 */
const title = `${ESCAPE}]0;mine\x07${CSI}2J\x7fend`

describe('text for a terminal', () => {
  it('contains no character that a terminal obeys', () => {
    expect(printable(title)).to.equal('\ufffd]0;mine\ufffd\ufffd2J\ufffdend')
    expect(printable('over\rwritten')).to.equal('over\ufffdwritten')
  })

  it('contains nothing that shows what follows in another order (UAX #9)', () => {
    expect(printable('shop\u202emoc\u2066a\u2069')).to.equal('shop\ufffdmoc\ufffda\ufffd')
    expect(JSON.parse(printableJson('"a\u202eb"'))).to.equal('a\u202eb')
    expect(printableJson('"a\u202eb"')).to.equal('"a\\u202eb"')
  })

  it('keeps all other characters', () => {
    const text = 'Grüße, 漢字 🙂\ttab\nline\r\nrecord\u00a0'
    expect(printable(text)).to.equal(text)
  })

  it('keeps the value of JSON', () => {
    const json = printableJson(JSON.stringify({ title }))
    expect(json).to.match(/^[\x20-\x7e]*$/)
    expect(JSON.parse(json)).to.deep.equal({ title })
  })
})

describe('results on standard output', () => {
  const result = {
    n: 1,
    id: 'b.0',
    operation: 'metadata',
    parameters: {},
    url: 'http://a/',
    result: { title },
  }
  const lines = Buffer.from(`${JSON.stringify(result)}\n`)

  async function written(format: Format, isTTY: boolean): Promise<string> {
    let text = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    })
    await streamWriter(Object.assign(stream, { isTTY }), format, 0).write(lines)
    return text
  }

  for (const format of ['csv', 'ndjson'] as const) {
    it(`escape the control sequences of pages on a terminal: ${format}`, async () => {
      expect(await written(format, true)).not.to.match(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
    })
  }

  it('keep them in a pipe', async () => {
    expect(await written('ndjson', false)).to.equal(String(lines))
    expect(await written('csv', false)).to.include(CSI)
  })
})

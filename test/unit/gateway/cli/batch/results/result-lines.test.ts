import { expect } from 'chai'
import { completeLines, lastResultNumber } from '#gateway/cli/batch/results/result-lines.ts'
import { resultLine } from '../fake-service.ts'

async function joined(chunks: readonly string[]): Promise<string[]> {
  const source = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const found: string[] = []
  for await (const lines of completeLines(source())) found.push(lines.toString())
  return found
}

describe('lines of results', () => {
  it('are whole for any chunks, and text without a line break is dropped', async () => {
    expect(await joined(['a\nb', 'c', 'd\n', 'e\nf\ng'])).to.deep.equal(['a\n', 'bcd\n', 'e\nf\n'])
    expect(await joined(['a', 'b'])).to.deep.equal([])
  })

  it('keep characters that are split between chunks', async () => {
    const bytes = Buffer.from('ä\n')
    const source = async function* () {
      yield bytes.subarray(0, 1)
      yield bytes.subarray(1)
    }
    for await (const lines of completeLines(source())) expect(lines.toString()).to.equal('ä\n')
  })

  it('yield the number of the last line', () => {
    expect(lastResultNumber(Buffer.from(resultLine(7)))).to.equal(7)
    expect(lastResultNumber(Buffer.from(resultLine(7) + resultLine(1234567)))).to.equal(1_234_567)
    const other = '{"id": "b1.9", "operation": "metadata", "n": 9}\n'
    expect(lastResultNumber(Buffer.from(resultLine(8) + other))).to.equal(9)
    expect(() => lastResultNumber(Buffer.from('<html>\n'))).to.throw()
  })
})

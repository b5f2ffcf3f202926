import { Writable } from 'node:stream'
import { expect } from 'chai'
import { FileError } from '#gateway/cli/batch/errors.ts'
import {
  makeFormatter,
  OutputClosed,
  streamWriter,
  writeToOutput,
} from '#gateway/cli/batch/results/result-writer.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { resultLine } from '../fake-service.ts'

/** A stream that collects what is written; with a code each write fails. */
function output({ code, isTTY = false }: { code?: string; isTTY?: boolean } = {}) {
  let said = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += chunk
      done(code === undefined ? null : Object.assign(new Error('failed'), { code }))
    },
  }).on('error', () => {})
  return { stream: Object.assign(stream, { isTTY }), text: () => said }
}

describe('formatter of results', () => {
  const lines = Buffer.from(resultLine(1) + resultLine(2))

  it('leaves NDJSON as it is', () => expect(makeFormatter('ndjson', null)(lines)).to.equal(lines))

  it('writes the CSV header once, before the first record', () => {
    const format = makeFormatter('csv', null)
    const [header, ...records] = String(format(lines)).split('\r\n')
    expect(header).to.match(/^n,id,url,status,code,message,stage,depth,from,/)
    expect(records.map((record) => record.slice(0, 2))).to.deep.equal(['1,', '2,', ''])
    expect(format(Buffer.from(resultLine(3)))).to.match(/^3,b1\.3,/)
    expect(makeFormatter('csv', `${header}\r\n`)(lines)).to.match(/^1,/)
  })

  it('rejects results of other columns than the header has', () => {
    const format = makeFormatter('csv', 'n,id\r\n')
    expect(() => format(lines)).to.throw('other columns')
  })
})

describe('output', () => {
  it('ends the command without an error when its reader is gone', async () => {
    expect(await rejectionOf(writeToOutput(output({ code: 'EPIPE' }).stream, 'x'))).to.be.instanceOf(
      OutputClosed,
    )
  })

  it('names the reason of any other failure', async () => {
    const error = await rejectionOf(writeToOutput(output({ code: 'ENOSPC' }).stream, 'x'))
    expect(error).to.be.instanceOf(FileError)
    expect((error as Error).message).to.equal('Cannot write to standard output: the disk is full')
  })

  it('escapes control characters of pages on a terminal only', async () => {
    const line = Buffer.from(resultLine(1, { title: 'a\u009b31m' }))
    const [terminal, pipe] = [output({ isTTY: true }), output()]
    for (const { stream } of [terminal, pipe]) await streamWriter(stream, 'ndjson', 0).write(line)
    expect(terminal.text()).to.include('a\\u009b31m')
    expect(JSON.parse(terminal.text())).to.deep.equal(JSON.parse(pipe.text()))
    expect(pipe.text()).to.equal(line.toString())
  })
})

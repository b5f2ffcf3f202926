import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { FileError } from '#gateway/cli/batch/errors.ts'
import { csvHeader } from '#gateway/cli/batch/results/csv.ts'
import { openResultFile } from '#gateway/cli/batch/results/result-file.ts'
import type { Format } from '#gateway/cli/batch/results/result-writer.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { resultLine } from '../fake-service.ts'

describe('file of results', () => {
  let box: Sandbox
  let path: string
  beforeEach(async () => {
    box = await sandbox()
    path = join(box.folder, 'out')
  })
  afterEach(() => box.remove())

  const open = (format: Format, after = 0) => openResultFile({ path, format, batch: 'b1', after })
  const content = () => readFile(path, 'utf8')

  /** Continues a file, adds results after the position it reports, and returns that position. */
  async function goOn(format: Format, upTo: number): Promise<number> {
    const sink = await open(format)
    for (let n = sink.after + 1; n <= upTo; n++) await sink.write(Buffer.from(resultLine(n)))
    await sink.close()
    return sink.after
  }

  it('is created where there is none and begins at the given number', async () => {
    const sink = await open('ndjson', 5)
    expect(sink.after).to.equal(5)
    await sink.write(Buffer.from(resultLine(6) + resultLine(7)))
    await sink.close()
    expect(await content()).to.equal(resultLine(6) + resultLine(7))
  })

  // A test for each line of the file: a cut at each of its bytes is hundreds of files.
  for (const [format, lines] of [
    ['ndjson', 4],
    ['csv', 5],
  ] as const) {
    for (let line = 1; line <= lines; line++) {
      it(`continues wherever line ${line} was cut: ${format}`, async () => {
        await goOn(format, 4)
        const whole = await content()
        const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1)
        expect(ends).to.have.length(lines).and.include(whole.length)
        for (let length = line === 1 ? 0 : (ends[line - 2] ?? 0); length <= (ends[line - 1] ?? 0); length++) {
          await writeFile(path, whole.slice(0, length))
          await goOn(format, 4)
          expect(await content(), `cut to ${length}`).to.equal(whole)
        }
      }).timeout(60_000)
    }
  }

  it('continues after a line larger than one read', async () => {
    const large = resultLine(1, { title: 'ä'.repeat(200_000) })
    await writeFile(path, `${large}${resultLine(2, { title: 'b'.repeat(150_000) }).slice(0, -1)}`)
    expect(await goOn('ndjson', 1)).to.equal(1)
    expect(await content()).to.equal(large)
  })

  it('continues after the larger of its last number and the given one', async () => {
    await writeFile(path, resultLine(1) + resultLine(2))
    for (const [reported, after] of [
      [1, 2],
      [9, 9],
    ] as const) {
      const sink = await open('ndjson', reported)
      expect(sink.after).to.equal(after)
      await sink.close()
    }
  })

  it('writes the CSV header once', async () => {
    await goOn('csv', 2)
    await goOn('csv', 3)
    const [header, ...records] = (await content()).split('\r\n')
    expect(`${header}\r\n`).to.equal(csvHeader('metadata'))
    expect(records.map((record) => record.split(',')[0])).to.deep.equal(['1', '2', '3', ''])
  })

  for (const [what, format, held, reported] of [
    ['something else', 'ndjson', 'my diary', /left alone/],
    ['something else without a line break', 'csv', 'nothing', /left alone/],
    ['the other format', 'csv', resultLine(1), /csv/],
    ['the other format', 'ndjson', csvHeader('metadata'), /ndjson/],
    ['another batch', 'ndjson', resultLine(1).replace('b1.1', 'b10.1'), /another batch \(b10\.1\)/],
    ['another batch', 'csv', `${csvHeader('metadata')}1,b2.1,x\r\n`, /another batch \(b2\.1\)/],
    ['no result at its end', 'ndjson', `{"n":1\n`, /does not end with a result/],
  ] as const) {
    it(`leaves a file alone that holds ${what} (${format})`, async () => {
      await writeFile(path, held)
      const error = await open(format).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(FileError)
      expect((error as Error).message)
        .to.match(reported)
        .and.include(path)
      expect(await content()).to.equal(held)
    })
  }

  it('keeps its columns', async () => {
    await writeFile(path, csvHeader('snapshot'))
    const sink = await open('csv')
    const error = await sink.write(Buffer.from(resultLine(1))).catch((thrown: unknown) => thrown)
    await sink.close()
    expect((error as Error).message).to.include('columns')
    expect(await content()).to.equal(csvHeader('snapshot'))
  })

  it('names a path that cannot be opened', async () => {
    path = join(box.folder, 'missing', 'out')
    const error = await open('ndjson').catch((thrown: unknown) => thrown)
    expect((error as Error).message)
      .to.include(path)
      .and.include('no such file or folder')
  })
})

import { expect } from 'chai'
import { answers } from '#gateway/documents/examples.ts'
import { pagesCsv } from '#gateway/routes/batches/report/pages-csv.ts'

const ndjson = answers.find(({ name }) => name === 'pages')?.response.body as string

async function csvOf(chunks: readonly Uint8Array[]): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of pagesCsv(chunksOf(chunks))) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function* chunksOf(chunks: readonly Uint8Array[]) {
  yield* chunks
}

describe('pages as CSV', () => {
  it('have a header line and a line for each row', async () => {
    const lines = (await csvOf([Buffer.from(ndjson)])).trimEnd().split('\r\n')
    expect(lines[0]).to.equal(Object.keys(JSON.parse(ndjson.split('\n')[0] as string)).join(','))
    expect(lines).to.have.length(ndjson.trimEnd().split('\n').length + 1)
    expect(lines.join('\n')).to.include('Blue kettle – Example Shop')
  })

  it('are the same for chunks of any size, also within a character', async () => {
    const bytes = Buffer.from(ndjson)
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
    expect(await csvOf(single)).to.equal(await csvOf([bytes]))
  })

  it('are the header line alone without rows', async () =>
    expect((await csvOf([])).split('\r\n')).to.have.length(2))
})

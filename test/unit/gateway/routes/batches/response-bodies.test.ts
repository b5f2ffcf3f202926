import { expect } from 'chai'
import { listBody, statusBody, urlLines } from '#gateway/routes/batches/response-bodies.ts'
import { someStatus, someSummary } from '#test/contract/batches.ts'

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

describe('bodies of batches', () => {
  it('show a status as decisions section 14 has it', () => {
    const { id, state, counts, rejected, createdAt } = someStatus
    expect(statusBody(someStatus)).to.deep.equal({
      id,
      state,
      counts,
      rejected,
      created_at: createdAt,
      finished_at: null,
    })
  })

  it('show hosts where they were asked for', () => {
    const hosts = [{ host: 'a.example', waiting: 3, running: 1 }]
    expect(statusBody({ ...someStatus, hosts })).to.deep.include({ hosts })
    expect(statusBody({ ...someStatus, hosts: [] })).to.deep.include({ hosts: [] })
  })

  it('show batches of a list without their rejected lines, and a cursor where there are more', () => {
    const { id, state, counts, createdAt } = someSummary
    const one = { id, state, counts, created_at: createdAt, finished_at: null }
    expect(listBody({ batches: [someSummary], next: 36 })).to.deep.equal({ batches: [one], next: '1.10' })
    expect(listBody({ batches: [], next: null })).to.deep.equal({ batches: [], next: null })
  })

  it('make each URL of a list the line of its place, whatever it is', async () => {
    const urls = ['https://a.example/', 'two\nlines', { url: 'https://b.example/' }, null, 5, '', ['x']]
    const lines = (await textOf(urlLines(urls))).split('\n')
    expect(lines.pop()).to.equal('')
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal(urls)
  })

  it('make one line of an item that is nested too deeply, which is no JSON', async () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(await textOf(urlLines([deep, 'https://a.example/']))).to.equal('{\n"https://a.example/"\n')
  })

  it('make nothing of an empty list', async () => expect(await textOf(urlLines([]))).to.equal(''))

  it('come in pieces of moderate size', async () => {
    const urls = Array.from({ length: 10_000 }, (_, at) => `https://a.example/${at}`)
    const sizes: number[] = []
    for await (const piece of urlLines(urls)) sizes.push(piece.length)
    expect(Math.max(...sizes)).to.be.below(150_000)
    expect(sizes.length).to.be.above(2)
  })
})

import { expect } from 'chai'
import { urlLines } from '#gateway/routes/batches/url-lines.ts'

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString()
}

describe('urlLines', () => {
  it('writes each item of a list as the line of its position, also invalid ones', async () => {
    const urls = ['https://a.example/', 'two\nlines', { url: 'https://b.example/' }, null, 5, '', ['x']]
    const lines = (await textOf(urlLines(urls))).split('\n')
    expect(lines.pop()).to.equal('')
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal(urls)
  })

  it('writes one line of invalid JSON for an item that is nested too deeply', async () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(await textOf(urlLines([deep, 'https://a.example/']))).to.equal('{\n"https://a.example/"\n')
  })

  it('writes nothing for an empty list', async () => expect(await textOf(urlLines([]))).to.equal(''))

  it('writes chunks of moderate size', async () => {
    const urls = Array.from({ length: 10_000 }, (_, at) => `https://a.example/${at}`)
    const sizes: number[] = []
    for await (const chunk of urlLines(urls)) sizes.push(chunk.length)
    expect(Math.max(...sizes)).to.be.below(150_000)
    expect(sizes.length).to.be.above(2)
  })
})

import { expect } from 'chai'
import type { RejectedLine } from '#shared/ports/batches.ts'
import type { Batch, NewItem } from '#stages/batch/frontier/frontier.ts'
import { storeLines } from '#stages/batch/submission/store-lines.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const batch: Batch = {
  id: '6f0a1f9e-5c80-4b44-8a0b-0123456789ab',
  operation: 'metadata',
  parameters: {},
  crawl: null,
  sitemaps: [],
  owner: null,
  state: 'running',
  createdAt: 0,
}
const rules = {
  scope: 'host',
  maxDepth: null,
  maxPages: 9,
  maxMinutes: null,
  include: [],
  exclude: [],
} as const
const forEver = new AbortController().signal

async function* chunksOf(text: string, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Adds items, and knows a URL and role again. */
function rememberingFrontier() {
  const known = new Set<string>()
  const items: NewItem[] = []
  const rejected: RejectedLine[] = []
  let largest = 0
  return {
    items,
    rejected,
    largest: () => largest,
    async add(_batch: string, added: readonly NewItem[]) {
      largest = Math.max(largest, added.length)
      return added.map((item) => {
        const name = `${item.role} ${item.parameters.url}`
        if (known.has(name)) return false
        known.add(name)
        items.push(item)
        return true
      })
    },
    async reject(_batch: string, lines: readonly RejectedLine[]) {
      rejected.push(...lines)
    },
  }
}

describe('storeLines', () => {
  it('resolves with the URL of the first line that was accepted', async () => {
    const firstOf = (text: string, requested = batch, linesAtOnce = 200) =>
      storeLines(
        { frontier: rememberingFrontier(), maxLineBytes: 200, linesAtOnce },
        requested,
        chunksOf(text),
        forEver,
      )
    const lines = 'no URL\n{"url":"https://B.example/x"}\nhttps://a.example/\n'
    for (const [requested, atOnce] of [
      [batch, 200],
      [batch, 1],
      [{ ...batch, crawl: rules }, 200],
    ] as const)
      expect(await firstOf(lines, requested, atOnce)).to.equal('https://B.example/x')
    expect(await firstOf('no URL\n')).to.equal(undefined)
    const full = {
      ...rememberingFrontier(),
      add: async (_: string, items: readonly NewItem[]) => items.map(() => false),
    }
    const ports = { frontier: full, maxLineBytes: 200, linesAtOnce: 200 }
    expect(await storeLines(ports, batch, chunksOf(lines), forEver)).to.equal(undefined)
  })

  async function take(text: string, requested: Batch = batch) {
    const frontier = rememberingFrontier()
    await storeLines({ frontier, maxLineBytes: 200, linesAtOnce: 200 }, requested, chunksOf(text), forEver)
    return frontier
  }

  it('adds lines in order, in groups, and counts blank ones', async () => {
    const urls = Array.from({ length: 1234 }, (_, at) => `https://a.example/${at}`)
    const { items, rejected, largest } = await take(`${urls.join('\n\n')}\n`)
    expect(items.map(({ parameters }) => parameters.url)).to.deep.equal(urls)
    expect(
      items.every(({ role, depth, from }) => role === 'page' && depth === null && from === null),
    ).to.equal(true)
    expect(rejected).to.deep.equal([])
    expect(largest()).to.equal(200)
  })

  it('rejects wrong lines by number, and adds the others', async () => {
    const { items, rejected } = await take(
      [
        'https://a.example/',
        '',
        'nonsense',
        `https://a.example/${'x'.repeat(200)}`,
        'https://b.example/',
      ].join('\r\n'),
    )
    expect(items.map(({ parameters }) => parameters.url)).to.deep.equal([
      'https://a.example/',
      'https://b.example/',
    ])
    expect(rejected).to.deep.equal([
      { line: 3, reason: 'url must be a valid http or https URL' },
      { line: 4, reason: 'the line is longer than 200 bytes' },
    ])
  })

  it('rejects duplicates by line number, wherever the first line is', async () => {
    const urls = Array.from({ length: 450 }, (_, at) => `https://a.example/${at}`)
    const { rejected } = await take([...urls, urls[7], 'https://a.example/x', urls[7]].join('\n'))
    const reason = 'duplicate of an earlier line'
    expect(rejected).to.deep.equal([
      { line: 451, reason },
      { line: 453, reason },
    ])
  })

  it('stores up to so many lines, or a MiB of them, at a time', async () => {
    const stored = async (lines: readonly string[]) => {
      const frontier = rememberingFrontier()
      const ports = { frontier, maxLineBytes: 65_536, linesAtOnce: 300 }
      await storeLines(ports, batch, chunksOf(lines.join('\n'), 65_536), forEver)
      return [frontier.items.length, frontier.largest()]
    }
    const short = Array.from({ length: 700 }, (_, at) => `https://a.example/${at}`)
    expect(await stored(short)).to.deep.equal([700, 300])
    const long = Array.from(
      { length: 200 },
      (_, at) => `{"url":"https://a.example/${at}"}${' '.repeat(32_000)}`,
    )
    expect((await stored(long))[1]).to.equal(33)
  })

  it('makes the lines of a crawl start pages', async () => {
    const { items } = await take('https://a.example/', { ...batch, crawl: rules })
    expect(items).to.have.length(1)
    expect(items[0]).to.include({ role: 'page', depth: 0, from: null })
    const shots = await take('https://a.example/', { ...batch, operation: 'snapshot', crawl: rules })
    expect(shots.items.map(({ role, depth }) => [role, depth])).to.deep.equal([
      ['page', 0],
      ['discovery', 0],
    ])
    const again = await take('https://a.example/\nhttps://a.example/', {
      ...batch,
      operation: 'snapshot',
      crawl: rules,
    })
    expect(again.rejected).to.deep.equal([
      { line: 2, reason: "duplicate of an earlier line, or beyond the crawl's most pages" },
    ])
  })

  it('rejects as soon as the body fails or the signal aborts', async () => {
    const cut = new Error('cut')
    async function* broken() {
      yield Buffer.from('https://a.example/\nhttps://b.exam')
      throw cut
    }
    const frontier = rememberingFrontier()
    const ports = { frontier, maxLineBytes: 200, linesAtOnce: 200 }
    expect(await rejectionOf(storeLines(ports, batch, broken(), forEver))).to.equal(cut)
    const aborted = AbortSignal.abort(cut)
    expect(await rejectionOf(storeLines(ports, batch, chunksOf('https://c.example/'), aborted))).to.equal(cut)
    expect(frontier.items).to.deep.equal([])
  })
})

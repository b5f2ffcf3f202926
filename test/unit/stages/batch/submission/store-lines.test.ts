import { expect } from 'chai'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { RejectedLine } from '#shared/ports/batches.ts'
import type { Batch, LineGroup, NewItem } from '#stages/batch/frontier/frontier.ts'
import { rejectedLines } from '#stages/batch/frontier/line-group.ts'
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

/** Adds lines, and knows a URL and role again. */
function rememberingFrontier(next = 1) {
  const known = new Set<string>()
  const items: NewItem[] = []
  const rejected: RejectedLine[] = []
  let largest = 0
  const isNew = ({ role, parameters }: NewItem) => {
    const name = `${role} ${parameters.url}`
    return !known.has(name) && known.add(name).size > 0
  }
  return {
    items,
    rejected,
    largest: () => largest,
    async addLines(_batch: string, group: LineGroup): Promise<StoredLines | null> {
      largest = Math.max(largest, group.items.length)
      if (group.first !== next) return { accepted: 0, rejected: 0, next }
      const wasNew = group.items.map(isNew)
      const added = group.items.filter((_, at) => wasNew[at])
      const wrong = rejectedLines({ crawl: null }, group, wasNew)
      items.push(...added.map(({ line: _, ...item }) => item))
      rejected.push(...wrong)
      next = group.next
      return { accepted: added.filter(({ role }) => role === 'page').length, rejected: wrong.length, next }
    },
  }
}

describe('storeLines', () => {
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

  describe('of a piece', () => {
    const urls = Array.from({ length: 10 }, (_, at) => `https://a.example/${at + 1}`)
    const lines = (from: number, to: number) => urls.slice(from - 1, to).join('\n')
    const store = (frontier: ReturnType<typeof rememberingFrontier>, text: string, from: number) =>
      storeLines({ frontier, maxLineBytes: 200, linesAtOnce: 3 }, batch, chunksOf(text), forEver, from)
    const numbersOf = ({ items }: ReturnType<typeof rememberingFrontier>) =>
      items.map(({ parameters }) => Number(new URL(parameters.url).pathname.slice(1)))

    it('numbers the lines from its first one on', async () => {
      const frontier = rememberingFrontier()
      await store(frontier, lines(1, 4), 1)
      const stored = await store(frontier, `${urls[4]}\n\nnonsense\n${urls[0]}\n`, 5)
      expect(stored).to.deep.equal({ accepted: 1, rejected: 2, next: 9 })
      expect(frontier.rejected.map(({ line }) => line)).to.deep.equal([7, 8])
    })

    it('passes over lines that are stored, and goes on after them', async () => {
      const frontier = rememberingFrontier()
      await store(frontier, lines(1, 5), 1)
      expect(await store(frontier, lines(1, 5), 1)).to.deep.equal({ accepted: 0, rejected: 0, next: 6 })
      expect(await store(frontier, lines(2, 9), 2)).to.deep.equal({ accepted: 4, rejected: 0, next: 10 })
      expect(numbersOf(frontier)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(frontier.rejected).to.deep.equal([])
    })

    it('stores nothing, and reads no further, when lines before it are missing', async () => {
      const frontier = rememberingFrontier(3)
      async function* endless() {
        for (;;) yield Buffer.from('https://b.example/\n')
      }
      const ports = { frontier, maxLineBytes: 200, linesAtOnce: 3 }
      const stored = await storeLines(ports, batch, endless(), forEver, 4)
      expect(stored).to.deep.equal({ accepted: 0, rejected: 0, next: 3 })
      expect(await store(frontier, '', 4)).to.deep.equal({ accepted: 0, rejected: 0, next: 3 })
      expect(frontier.items).to.deep.equal([])
    })

    it('tells what is missing, also with an empty body', async () => {
      const frontier = rememberingFrontier(3)
      expect(await store(frontier, '', 1)).to.deep.equal({ accepted: 0, rejected: 0, next: 3 })
      expect(await store(frontier, '', 3)).to.deep.equal({ accepted: 0, rejected: 0, next: 3 })
    })

    it('goes on behind lines that another request stores meanwhile', async () => {
      const frontier = rememberingFrontier()
      const [mine, theirs] = await Promise.all([
        store(frontier, lines(1, 10), 1),
        store(frontier, lines(1, 8), 1),
      ])
      expect(numbersOf(frontier)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect((mine?.accepted ?? 0) + (theirs?.accepted ?? 0)).to.equal(10)
      expect(mine?.next).to.equal(11)
      expect(frontier.rejected).to.deep.equal([])
    })

    it('resolves with null when the batch takes no lines', async () => {
      const frontier = { ...rememberingFrontier(), addLines: async () => null }
      expect(await store(frontier, lines(1, 2), 1)).to.equal(null)
    })
  })
})

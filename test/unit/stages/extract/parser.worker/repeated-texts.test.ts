import { expect } from 'chai'
import { readPage } from '#stages/extract/parser.worker.ts'
import { auditOptions } from '../audit/audit-options.ts'
import { fetched } from '../pages.ts'

const PAGE_CHARS = 200_000
const MANY = 300_000
/** Of JSON, so that it is read as a whole. */
const LEVELS = 100_000

/** Reads a page for an audit and for a report on its site: what is asked of a page at most. */
function read(html: string) {
  const options = { groups: ['all'], maxImages: 25, maxLinks: 100 } as const
  const { values } = readPage({
    page: fetched(html),
    options,
    audit: auditOptions.limits,
    isOfSite: true,
  })
  return (key: string) => JSON.parse(values[key] ?? 'null')
}

describe('readPage, for text that a page repeats', () => {
  for (const unit of ['a.', 'a,', 'a;', 'a@', 'a ', 'an ', 'un.', 'by ', 'a\u00a0'])
    it(`reads the same title and words around ${JSON.stringify(unit)}`, () => {
      const text = unit.repeat(PAGE_CHARS / unit.length)
      for (const html of [`<title>A</title><p>${text}`, `<title>A</title><p class="author">${text}</p>`])
        expect(read(html)('title')).to.equal('A')
    })

  it('counts each property of a meta element once', () => {
    expect(read(`<meta itemprop="${'author '.repeat(MANY)}" content="Ann Lee">`)('author')).to.equal(
      'Ann Lee',
    )
  })

  it('reads the largest of many sizes of an icon', () => {
    const icons = `<link rel=icon sizes="${'16x16 '.repeat(MANY)}" href=a><link rel=icon sizes=32x32 href=b>`
    expect(read(icons)('icons').map(({ url }: { url: string }) => url)).to.deep.equal([
      'https://www.example.com/a/a',
      'https://www.example.com/a/b',
    ])
  })

  it('reads a property of JSON-LD with very many values', () => {
    const json = JSON.stringify({ '@type': 'Article', author: 'Ann Lee', keywords: Array(MANY).fill(1) })
    expect(read(`<script type="application/ld+json">${json}</script>`)('author')).to.equal('Ann Lee')
  })

  it('reports nesting of JSON-LD beyond what is read, and goes on', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const json = `${open.repeat(LEVELS)}1${close.repeat(LEVELS)}`
      const html = `<script type="application/ld+json">${json}</script><title>A</title>`
      expect(read(html)('schema_org_summary')).to.include({ valid: false, errors_count: 1 })
    }
  })
})

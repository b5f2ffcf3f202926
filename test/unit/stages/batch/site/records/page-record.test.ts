import { expect } from 'chai'
import {
  pageRecordOf,
  readHead,
  readLinkText,
  renumberPage,
  writeLinkTexts,
  writePage,
} from '#stages/batch/site/records/page-record.ts'
import { NumberReader, NumberWriter } from '#stages/batch/site/records/varints.ts'

const facts = {
  ...{ finalUrl: 'https://a.test/', status: 200, isBlocked: false, title: 'T', description: null, h1: 'H' },
  redirects: [{ url: 'https://a.test/old', status: 301 }],
  ...{
    canonical: 'https://a.test/?utm_source=x',
    isNoindex: true,
    isAllowed: false,
    words: 3,
    bytes: 2 ** 40,
  },
  alternates: [{ hreflang: 'de', url: 'https://a.test/de' }],
  links: [
    { url: 'https://a.test/1', text: 'one', isNofollow: true },
    { url: 'https://a.test/1', text: 'one', isNofollow: false },
  ],
  nodes: [{ id: 'https://a.test/#it', what: 'Product: it' }],
  text: { digest: '0123456789abcdef', signature: Buffer.alloc(128, 5).toString('base64') },
}

describe('record of a page', () => {
  const texts: string[] = []
  const intern = (text: string) => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text) + 1
  }
  const from = { intern, internOwn: intern, address: (href: string) => href.replace('?utm_source=x', '') }
  const record = pageRecordOf(facts, from)
  const textOf = (id: number) => (id === 0 ? null : texts[id - 1])
  const reader = new NumberReader(writePage(new NumberWriter(), record))
  const head = readHead(reader)

  it('has the head of the page, texts by number, and the lengths of its lists', () => {
    expect(head).to.deep.include({
      isBlocked: false,
      isNoindex: true,
      isDisallowed: true,
      status: 200,
      words: 3,
      bytes: 2 ** 40,
    })
    const { finalUrl, title, description, h1, canonical } = head
    expect([finalUrl, title, description, h1, canonical].map(textOf)).to.deep.equal([
      ...['https://a.test/', 'T', null, 'H', 'https://a.test/'],
    ])
    expect(head).to.include({ redirects: 2, alternates: 2, nodes: 2, links: 2 })
  })

  it('has its lists and the fingerprint of its text behind the head', () => {
    const next = () => reader.number()
    expect([textOf(next()), next()]).to.deep.equal(['https://a.test/old', 301])
    expect([textOf(next()), textOf(next())]).to.deep.equal(['de', 'https://a.test/de'])
    expect([textOf(next()), textOf(next())]).to.deep.equal(['https://a.test/#it', 'Product: it'])
    const [first, second] = [next(), next()]
    expect([(first as number) % 2, (second as number) % 2]).to.deep.equal([1, 0])
    expect(textOf(Math.floor((first as number) / 2))).to.equal('https://a.test/1')
    expect(Buffer.from(reader.bytes()).toString('hex')).to.equal('0123456789abcdef')
    expect(reader.bytes()).to.have.length(128)
  })

  it('leaves out the texts of links, which are read one by one', () => {
    const linkTexts = writeLinkTexts(new NumberWriter(), { linkTexts: [300, 1, 70_000] })
    expect([0, 1, 2].map((at) => readLinkText(linkTexts, at))).to.deep.equal([300, 1, 70_000])
    expect(record.linkTexts.map(textOf)).to.deep.equal(['one', 'one'])
  })

  it('holds as much as facts may have, with numbers of any size', () => {
    const numbers = (length: number) => Array.from({ length }, (_, at) => 2 ** 45 + at)
    const lists = {
      redirects: numbers(40),
      alternates: numbers(400),
      nodes: numbers(200),
      links: numbers(2000),
    }
    const large = { ...record, lists, head: { ...record.head, words: Number.MAX_SAFE_INTEGER } }
    const read = new NumberReader(writePage(new NumberWriter(), large))
    expect(readHead(read)).to.deep.include({ words: Number.MAX_SAFE_INTEGER, redirects: 40, links: 2000 })
    for (const list of Object.values(lists)) expect(list.map(() => read.number())).to.deep.equal(list)
    expect(Buffer.from(read.bytes()).toString('hex')).to.equal('0123456789abcdef')
    const texts = writeLinkTexts(new NumberWriter(), { linkTexts: numbers(2000) })
    expect(readLinkText(texts, 1999)).to.equal(2 ** 45 + 1999)
  })

  it('has an empty fingerprint where the text is too short', () => {
    const { digest, signature } = pageRecordOf({ ...facts, text: null }, from)
    expect([digest.length, signature.length]).to.deep.equal([0, 0])
  })

  it('has other numbers for its texts where that is wanted', () => {
    const written = (of: typeof record) =>
      [writePage(new NumberWriter(), of), writeLinkTexts(new NumberWriter(), of)] as const
    // The same facts, with the numbers that they get where a hundred texts came before.
    const shifted = (text: number) => text + 100
    const wanted = pageRecordOf(facts, {
      ...from,
      intern: (text) => shifted(intern(text)),
      internOwn: (text) => shifted(intern(text)),
    })
    expect(written(renumberPage(record, shifted))).to.deep.equal(written(wanted))
  })

  it('ends with where the page sends on at once; a record of a former version ends before it', () => {
    const sent = (seconds: number) => ({ ...facts, refresh: { url: 'https://a.test/new', seconds } })
    const { refresh } = pageRecordOf(sent(0), from)
    expect(refresh).to.equal(intern('https://a.test/new'))
    expect(pageRecordOf(sent(5), from).refresh).to.equal(0)
    const whole = writePage(new NumberWriter(), { ...record, refresh: 77 })
    expect(lastNumberOf(whole)).to.equal(77)
    expect(lastNumberOf(whole.subarray(0, -1))).to.equal(0)
  })
})

/** The number behind all lists and the fingerprint. */
function lastNumberOf(record: Uint8Array): number {
  const reader = new NumberReader(record)
  const { redirects, alternates, nodes, links } = readHead(reader)
  for (let left = redirects + alternates + nodes + links; left > 0; left--) reader.number()
  reader.bytes()
  reader.bytes()
  return reader.number()
}

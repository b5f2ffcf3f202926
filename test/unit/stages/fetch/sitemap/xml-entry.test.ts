import { expect } from 'chai'
import { localName, UrlEntry } from '#stages/fetch/sitemap/xml-entry.ts'

describe('UrlEntry', () => {
  it('joins the parts of a text, and reads fields of its prefix only', () => {
    const entry = new UrlEntry(new Set(['s:']))
    for (const [name, ...parts] of [
      ['s:loc', ' https://a.', 'example/1'],
      ['loc', 'other'],
      ['s:lastmod', '2026-', '01-02 '],
    ] as const) {
      entry.open(name, {})
      for (const part of parts) entry.text(part)
      entry.close()
    }
    entry.text('no field')
    expect(entry.finish()).to.deep.equal({
      loc: 'https://a.example/1',
      lastmod: '2026-01-02',
      alternates: [],
    })
  })

  it('is no entry without an address', () => {
    expect(new UrlEntry(new Set([''])).finish()).to.equal(null)
  })
})

describe('localName', () => {
  it('is the name behind the first colon', () => {
    expect(['loc', 's:loc', 's:a:b'].map(localName)).to.deep.equal(['loc', 'loc', 'a:b'])
  })
})

import { hash } from 'node:crypto'
import { expect } from 'chai'
import { familyHash, itemHash } from '#stages/batch/frontier/decisions/item-hash.ts'

const ofSite = { hasFragment: false, hasSpelling: false }
const hex = (url: string, role: 'page' | 'discovery' = 'page', others = '{}', equality = ofSite) =>
  itemHash(role, url, others, equality)

describe('itemHash', () => {
  const own = hex('http://one.example/a')

  it('has 16 bytes as digits', () => expect(own).to.have.length(32))

  for (const url of ['http://one.example/a#part', 'HTTP://ONE.example:80/a', 'http://one.example/b/../a']) {
    it(`is the same for ${url}`, () => expect(hex(url)).to.equal(own))
  }

  it('includes the fragment on request', () => {
    const [plain, empty, one, two] = ['', '#', '#one', '#two'].map((end) =>
      hex(`http://one.example/a${end}`, 'page', '{}', { hasFragment: true, hasSpelling: true }),
    )
    expect(plain).to.equal(own)
    expect(empty).to.equal(own)
    expect(new Set([own, one, two])).to.have.length(3)
  })

  // RFC 3986, sections 6.2.2.1 and 6.2.2.2.
  for (const [one, other] of [
    ['/caf%c3%a9/', '/caf%C3%A9/'],
    ['/caf%c3%A9/', '/café/'],
    ['/%7Euser/', '/~user/'],
    ['/%61?%62=%2d', '/a?b=-'],
  ] as const) {
    it(`takes ${one} and ${other} as one page of a site, and as two lines of a list`, () => {
      const [first = '', second = ''] = [one, other].map((path) => `http://one.example${path}`)
      expect(hex(first)).to.equal(hex(second))
      const inList = { hasFragment: false, hasSpelling: true }
      expect(hex(first, 'page', '{}', inList)).to.not.equal(hex(second, 'page', '{}', inList))
    })
  }

  it('keeps escapes of reserved characters apart', () => {
    const paths = ['/a/b', '/a%2Fb', '/a?b', '/a%3Fb', '/a%252Fb', '/a+b', '/a%20b', '/a%2Bb']
    expect(new Set(paths.map((path) => hex(`http://one.example${path}`))).size).to.equal(paths.length)
  })

  for (const other of [
    hex('http://one.example/A'),
    hex('https://one.example/a'),
    hex('http://one.example/a?'),
    hex('http://one.example/a', 'discovery'),
    hex('http://one.example/a', 'page', '{"device":"mobile"}'),
  ]) {
    it('differs for another item', () => expect(other).to.not.equal(own))
  }

  it('is the hash of files of former versions', () => {
    const former = (text: string) => hash('sha256', text, 'hex').slice(0, 32)
    expect(own).to.equal(former('page\nhttp://one.example/a\n{}'))
    expect(hex('http://one.example/a', 'discovery')).to.equal(former('scout\nhttp://one.example/a\n{}'))
  })
})

describe('familyHash', () => {
  it('differs by family and by role', () => {
    const hashes = (['page', 'discovery'] as const).flatMap((role) =>
      ['a', 'b'].map((name) => familyHash(role, { name, maxMembers: 5 })),
    )
    expect(new Set(hashes).size).to.equal(4)
  })
})

import { expect } from 'chai'
import { AddressIndex, addressOf } from '#stages/extract/technologies/addresses.ts'

const taken: readonly (readonly [written: string, host: string, path: string, rest: string])[] = [
  ['https://A.example/B/c.js?d=E#f', 'a.example', '/b/c.js', '/b/c.js?d=e'],
  ['//a.example', 'a.example', '/', '/'],
  ['http://a.example:8080/b', 'a.example', '/b', '/b'],
  ['https://user:word@a.example/b', 'a.example', '/b', '/b'],
  ['https://a.example?b', 'a.example', '/', '/?b'],
  ['https://a.example\\@b.example/', 'a.example', '/\\@b.example/', '/\\@b.example/'],
  ['/b/c.js', '', '/b/c.js', '/b/c.js'],
  ['b/c.js', '', '/b/c.js', '/b/c.js'],
  ['?b', '', '/', '/?b'],
  ['/b:c', '', '/b:c', '/b:c'],
]

describe('addresses', () => {
  for (const [written, host, path, rest] of taken)
    it(`takes ${written} apart`, () => expect(addressOf(written)).to.deep.equal({ host, path, rest }))

  for (const written of [
    'data:text/javascript,1',
    'blob:https://a.example/b',
    'javascript:void 0',
    'about:blank',
    '',
    ' ',
  ])
    it(`takes "${written}" for none`, () => expect(addressOf(written)).to.equal(null))

  const index = new AddressIndex([
    ['shop.example', 'Shop'],
    ['example', 'Domain'],
    ['cdn.example/a/', 'A'],
    ['cdn.example/b?id=g-', 'B'],
    ['/wp/', 'Wp'],
  ])
  function found(...written: readonly string[]): string[] {
    const into = new Set<string>()
    index.find(
      written.flatMap((one) => addressOf(one) ?? []),
      into,
    )
    return [...into].sort()
  }

  it('finds a host and its parent domains', () => {
    expect(found('https://x.shop.example/')).to.deep.equal(['Domain', 'Shop'])
    expect(found('https://myshop.example/')).to.deep.equal(['Domain'])
    expect(found('https://shop.example.org/')).to.deep.equal([])
  })

  it('finds paths of a host in its path and query', () => {
    expect(found('https://cdn.example/x/a/y')).to.deep.equal(['A', 'Domain'])
    expect(found('https://cdn.example/b?id=g-1')).to.deep.equal(['B', 'Domain'])
    expect(found('https://other.test/a/')).to.deep.equal([])
  })

  it('finds paths without a host in the path only, and not across URLs', () => {
    expect(found('/wp/', 'https://other.test/x/wp/y.js')).to.deep.equal(['Wp'])
    expect(found('/x?/wp/')).to.deep.equal([])
    expect(found('/w', 'p/')).to.deep.equal([])
  })
})

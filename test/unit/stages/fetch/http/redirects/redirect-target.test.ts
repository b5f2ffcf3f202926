import { expect } from 'chai'
import { redirectTarget } from '#stages/fetch/http/redirects.ts'

const from = new URL('https://shop.example/a/b?c#part')

function target(location: string | string[], status = 302): string | null {
  const found = redirectTarget(status, { location: [location].flat() }, from)
  return found instanceof URL ? found.href : found
}

describe('redirectTarget', () => {
  for (const [location, expected] of [
    ['https://other.example/', 'https://other.example/#part'],
    ['//other.example/x', 'https://other.example/x#part'],
    ['c', 'https://shop.example/a/c#part'],
    ['../c', 'https://shop.example/c#part'],
    ['?d', 'https://shop.example/a/b?d#part'],
    ['/c#own', 'https://shop.example/c#own'],
    ['/c#', 'https://shop.example/c#'],
    ['  /c \t', 'https://shop.example/c#part'],
    ['/a b', 'https://shop.example/a%20b#part'],
    ['\\\\other.example\\x', 'https://other.example/x#part'],
    ['/\u00e4', 'https://shop.example/%E4#part'],
    ['/\u00c3\u00a4?\u00c3\u00a4', 'https://shop.example/%C3%A4?%C3%A4#part'],
    ['https://b\u00c3\u00bccher.example/', 'https://xn--bcher-kva.example/#part'],
    ['HTTPS://OTHER.example:443', 'https://other.example/#part'],
    ['ftp://other.example/', 'ftp://other.example/#part'],
    ['http://[', 'unusable'],
  ] as const) {
    it(`reads Location ${JSON.stringify(location)} as browsers do`, () => {
      expect(target(location)).to.equal(expected)
    })
  }

  it('recognises the five redirect statuses', () => {
    const statuses = [200, 201, 300, 301, 302, 303, 304, 305, 306, 307, 308, 399]
    expect(statuses.filter((status) => target('/', status) !== null)).to.deep.equal([301, 302, 303, 307, 308])
  })

  it('treats a redirect without a location as the page', () => {
    expect(redirectTarget(302, {}, from)).to.equal(null)
    expect(target(['', '  '])).to.equal(null)
  })

  it('accepts a URL of 8,192 characters, and no longer one', () => {
    const path = `/${'x'.repeat(8192 - 'https://other.example/'.length)}`
    expect(target(`https://other.example${path}#`)).to.equal('unusable')
    expect(redirectTarget(302, { location: [path] }, new URL('https://other.example/'))).to.include({
      href: `https://other.example${path}`,
    })
    expect(target('\u00e4'.repeat(2731))).to.equal('unusable')
  })

  it('accepts several locations only when they are equal', () => {
    expect(target(['/c', '/c'])).to.equal('https://shop.example/c#part')
    expect(target(['/c', '/d'])).to.equal('unusable')
  })
})

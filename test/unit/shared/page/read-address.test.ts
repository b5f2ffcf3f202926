import { expect } from 'chai'
import { readAddress } from '#shared/page/read-address.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'

/** The longest URL that is inspected (infra/docs/clients.md#targets). */
const LIMIT = 8192
const base = 'https://www.example.com/a/b'
const read = (href: string) => readAddress(href, urlResolver(base, 'UTF-8'))

describe('an address of a page', () => {
  it('is trimmed, and absolute', () =>
    expect(read(' c ')).to.deep.equal({ written: 'c', absolute: 'https://www.example.com/a/c' }))

  it('is none when it is empty or cannot be parsed', () => {
    expect(read(' ')).to.deep.equal({ written: '', absolute: null })
    expect(read('http://[')).to.deep.equal({ written: 'http://[', absolute: null })
  })

  it('is none when it is too long, as written or once absolute', () => {
    const origin = 'https://www.example.com/'
    const longest = `/${'c'.repeat(LIMIT - origin.length)}`
    expect(read(longest).absolute).to.have.length(LIMIT)
    expect(read(`${longest}c`)).to.deep.equal({ written: `${longest}c`, absolute: null })
    expect(read('c'.repeat(LIMIT + 1))).to.deep.equal({ written: 'c'.repeat(LIMIT), absolute: null })
  })
})

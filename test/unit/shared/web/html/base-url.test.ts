import { expect } from 'chai'
import { baseUrl } from '#shared/web/html/base-url.ts'

const page = 'https://www.example.com/a/page'

describe('document base URL (HTML Standard, 2.4.3)', () => {
  for (const [href, base] of [
    [null, page],
    ['', page],
    ['/b/', 'https://www.example.com/b/'],
    [' http://cdn.example/x\n', 'http://cdn.example/x'],
    ['http://[', page],
    ['data:text/plain,x', page],
    ['javascript:void(0)', page],
  ] as const)
    it(`of href ${JSON.stringify(href)}`, () => expect(baseUrl(href, page)).to.equal(base))

  it('of an href with more characters than any URL that is inspected (8,192)', () => {
    const longest = `https://a.example/${'a'.repeat(8192 - 18)}`
    expect(baseUrl(longest, page)).to.equal(longest)
    expect(baseUrl(`${longest}a`, page)).to.equal(page)
    expect(baseUrl(`/${'"'.repeat(4000)}`, page), 'each quotation mark is escaped as %22').to.equal(page)
  })
})

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
})

import { expect } from 'chai'
import { urlPattern } from '#stages/batch/crawl/admission.ts'

const unlimited = () => ({ steps: { passed: 0, searched: 0 }, most: Number.POSITIVE_INFINITY })

describe('urlPattern', () => {
  for (const [pattern, address, isLike] of [
    ['https://a.example/x', 'https://a.example/x', true],
    ['https://a.example/x', 'https://a.example/x/', false],
    ['https://a.example/*', 'https://a.example/', true],
    ['https://a.example/*', 'https://a.example/b/c?d=e', true],
    ['*', 'https://a.example/', true],
    ['*.html', 'https://a.example/b.html', true],
    ['*.html', 'https://a.example/b.html?c', false],
    ['*/blog/*', 'https://a.example/blog/', true],
    ['*/blog/*', 'https://a.example/weblog/', false],
    ['*/blog/*/comments*', 'https://a.example/blog/x/y/comments?page=2', true],
    ['*/blog/*/comments*', 'https://a.example/comments/blog/x', false],
    ['*aa*aa*', 'https://x.example/aaa', false],
    ['*aa*aa*', 'https://x.example/aaaa', true],
    ['*aa', 'https://x.example/aaa', true],
    ['/blog*', 'https://a.example/blog?x=1', true],
    ['/blog*', 'https://a.example:8080/blog/x', true],
    ['/blog', 'https://a.example/de/blog', false],
    ['/', 'https://a.example/', true],
    ['/a?b=*', 'https://a.example/a?b=1', true],
    ['/a?b=*', 'https://a.example/axb=1', false],
    ['*/A/*', 'https://a.example/a/', false],
    ['/stra\u00dfe/*', 'https://a.example/stra%C3%9Fe/1', true],
    ['/a b', 'https://a.example/a%20b', true],
    ['/[a-z]+.(x)', 'https://a.example/[a-z]+.(x)', true],
    ['', 'https://a.example/', false],
    ['\ud800', 'https://a.example/', false],
  ] as const) {
    it(`${JSON.stringify(pattern)} ${isLike ? 'matches' : 'does not match'} ${address}`, () => {
      expect(urlPattern(pattern)(address, unlimited())).to.equal(isLike)
    })
  }

  it('passes no character of a URL twice, and reports when its steps are used up', () => {
    const isLike = urlPattern('*a'.repeat(1000))
    const address = `https://x.example/${'a'.repeat(900)}b${'a'.repeat(90)}`
    const free = unlimited()
    expect(isLike(address, free)).to.equal(false)
    expect(free.steps.passed).to.be.at.most(address.length + 'a'.length)
    expect(isLike(address, { ...unlimited(), most: 10 })).to.equal('unknown')
  })
})

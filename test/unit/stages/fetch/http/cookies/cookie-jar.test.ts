import { expect } from 'chai'
import { makeCookieJar } from '#stages/fetch/http/cookies.ts'

const url = (text: string) => new URL(text)
const page = url('https://www.shop.example/a/b')

describe('makeCookieJar', () => {
  it('sends cookies that match host, path and scheme, longer paths first (RFC 6265, section 5.4)', () => {
    const jar = makeCookieJar()
    jar.store(page, ['one=1; Path=/', 'two=2; Domain=shop.example; Path=/a', 'three=3; Secure; Path=/a/b'])
    expect(jar.header(page)).to.equal('three=3; two=2; one=1')
    expect(jar.header(url('http://www.shop.example/a/b'))).to.equal('two=2; one=1')
    expect(jar.header(url('https://shop.example/a'))).to.equal('two=2')
    expect(jar.header(url('https://blog.shop.example/abc'))).to.equal(null)
    expect(jar.header(url('https://other.example/a/b'))).to.equal(null)
    expect(jar.header(url('https://www.shop.example/a/bc'))).to.equal('two=2; one=1')
  })

  it('replaces a cookie, and removes it when the server expires it', () => {
    const jar = makeCookieJar()
    jar.store(page, ['id=1; Path=/', 'id=2; Path=/'])
    expect(jar.header(page)).to.equal('id=2')
    jar.store(page, ['id=; Path=/; Max-Age=0'])
    expect(jar.header(page)).to.equal(null)
    expect(jar.seen).to.deep.equal(['id=1; Path=/', 'id=2; Path=/', 'id=; Path=/; Max-Age=0'])
  })

  it('does not send an expired cookie', () => {
    let time = 0
    const jar = makeCookieJar(() => time)
    jar.store(page, ['id=1; Path=/; Max-Age=10'])
    time = 9_999
    expect(jar.header(page)).to.equal('id=1')
    time = 10_000
    expect(jar.header(page)).to.equal(null)
  })

  it('limits the number of cookies', () => {
    const jar = makeCookieJar()
    jar.store(
      page,
      Array.from({ length: 1000 }, (_, index) => `c${index}=1; Path=/`),
    )
    expect(jar.header(page)?.split('; ')).to.have.length(50)
  })
})

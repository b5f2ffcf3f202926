import { expect } from 'chai'
import { matchRobots, maxSearchSteps } from '#shared/web/robots/match-robots.ts'
import { maxRobotsBytes, parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'

const parse = (text: string, encoding: BufferEncoding = 'utf8') => parseRobotsTxt(Buffer.from(text, encoding))

describe('parseRobotsTxt', () => {
  it('returns the absolute sitemaps of the whole file without duplicates', () => {
    const { sitemaps } = parse(
      'Sitemap: https://foo.bar/a.xml\nuser-agent: *\nsite-map: http://foo.bar/ü.xml\nSITEMAP: https://foo.bar/a.xml\n' +
        'sitemap: /relative.xml\nsitemap: ftp://foo.bar/x\nsitemap:\n',
    )
    expect(sitemaps).to.deep.equal(['https://foo.bar/a.xml', 'http://foo.bar/%C3%BC.xml'])
  })

  it('limits the number of sitemaps', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `sitemap: http://foo.bar/${index}\n`)
    expect(parse(lines.join('')).sitemaps).to.have.length(1000)
  })

  it('assigns a crawl delay to the agents before it', () => {
    const { crawlDelays } = parse(
      'crawl-delay: 9\nuser-agent: a\nuser-agent: B\ncrawl-delay: 1\nuser-agent: c\ndisallow: /\nCrawl-Delay: 0.5\n' +
        'user-agent: a\ncrawl-delay: 3\nuser-agent: d\ncrawl-delay: soon\nuser-agent: e\ncrawl-delay: -1\n',
    )
    expect(Object.fromEntries(crawlDelays)).to.deep.equal({ a: 3, b: 1, c: 0.5 })
  })

  it('reads exactly 500 KiB (RFC 9309, section 2.5)', () => {
    const head = 'user-agent: *\n'
    const rule = 'disallow: /last\n'
    const verdictWith = (length: number) => {
      const padding = `${'#'.repeat(length - head.length - rule.length - 1)}\n`
      const file = parse(`${head}${padding}${rule}disallow: /beyond\n`)
      return (path: string) => matchRobots(file, 'FooBot', `http://foo.bar${path}`).allowed
    }
    expect(maxRobotsBytes).to.equal(512_000)
    expect(verdictWith(maxRobotsBytes)('/last')).to.equal(false)
    expect(verdictWith(maxRobotsBytes)('/beyond')).to.equal(true)
    expect(verdictWith(maxRobotsBytes + 1000)('/last')).to.equal(true)
  })

  it('parses binary data', () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256))
    expect(() => matchRobots(parseRobotsTxt(noise), 'FooBot', 'http://foo.bar/')).not.to.throw()
  })

  describe('of a hostile file', () => {
    const path = `/${'a'.repeat(8000)}`
    const stars = `disallow: /${'*a'.repeat(1000)}*b$\n`
    const tail = `disallow: /*b${'a'.repeat(2000)}\n`
    for (const [what, text] of [
      ['rules of many stars', stars.repeat(maxRobotsBytes / stars.length)],
      ['rules with long ends', tail.repeat(maxRobotsBytes / tail.length)],
      ['many short rules', 'disallow:/*z\n'.repeat(39_000)],
      ['many groups', 'user-agent:a\ndisallow:/\n'.repeat(20_000)],
      ['white space alone', ' '.repeat(maxRobotsBytes)],
      ['white space within lines', `x${' '.repeat(16_000)}y\n`.repeat(31)],
      // Minutes, if each space were looked at again for each space before it.
      ['white space within one line', `x${' '.repeat(maxRobotsBytes - 50)}y\n`],
    ] as const) {
      it(`takes no more steps than a decision may: ${what}`, () => {
        const steps = { passed: 0, searched: 0 }
        const file = parse(`user-agent: *\n${text}`, 'latin1')
        matchRobots(file, 'FooBot', `http://foo.bar${path}`, steps)
        expect(steps.passed).to.be.at.most(maxRobotsBytes + maxSearchSteps + path.length)
        expect(steps.searched).to.be.at.most(maxSearchSteps + path.length)
      })
    }
  })
})

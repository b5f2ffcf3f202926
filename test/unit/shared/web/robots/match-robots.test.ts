import { expect } from 'chai'
import { matchRobots } from '#shared/web/robots/match-robots.ts'
import { parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'
import { groupOf, type RobotsCase } from '#test/conformance/robots/robots-case.ts'

const verdict = (text: string, url: string, agent = 'FooBot') =>
  matchRobots(parseRobotsTxt(Buffer.from(text)), agent, new URL(url, 'http://foo.bar').href)
const isAllowed = (text: string, url: string, agent?: string) => verdict(text, url, agent).allowed

/** Beyond those of RFC 9309 and of Google (test/conformance/robots). */
const cases: readonly Omit<RobotsCase, 'from'>[] = [
  { name: 'a colon forgotten in a line of three words', file: groupOf('disallow / x'), allowed: ['/x/y'] },
  {
    name: 'keys with typing errors (Google)',
    file: 'useragent: FooBot\ndissallow: /a\ndisalow: /b\n',
    disallowed: ['/a', '/b'],
  },
  {
    name: 'a group without rules',
    file: 'user-agent: *\ndisallow: /\n\nuser-agent: FooBot\ndisallow:\n',
    allowed: ['/x'],
  },
  {
    name: 'a group that the end of the file leaves without rules',
    file: 'user-agent: *\ndisallow: /\nuser-agent: FooBot',
    allowed: ['/x'],
  },
  { name: 'an agent with a version', file: 'user-agent: FooBot/2.1\ndisallow: /\n', disallowed: ['/x'] },
  {
    name: 'an agent that only begins alike',
    file: 'user-agent: FooBot-News\ndisallow: /\n',
    allowed: ['/x'],
  },
  { name: '* with more behind it (Google)', file: 'user-agent: * baz\ndisallow: /\n', disallowed: ['/x'] },
  { name: '* in a name', file: 'user-agent: *baz\ndisallow: /\n', allowed: ['/x'] },
  { name: 'a rule without a slash', file: groupOf('disallow: x'), allowed: ['/x'] },
  {
    name: 'escapes in lower case',
    file: groupOf('disallow: /', 'allow: /foo/bar/%e3%83%84'),
    allowed: ['/foo/bar/ツ'],
  },
  {
    name: 'Chinese paths',
    file: groupOf('disallow: /产品/*价格'),
    allowed: ['/产品/'],
    disallowed: ['/产品/手机/价格?a', '/%E4%BA%A7%E5%93%81/%E4%BB%B7%E6%A0%BC'],
  },
  {
    name: 'a path that ends in octet A0',
    file: groupOf('disallow: /à'),
    allowed: ['/%C3'],
    disallowed: ['/à'],
  },
  { name: 'spaces', file: groupOf('disallow: /a b'), disallowed: ['/a b', '/a%20b'], allowed: ['/a'] },
  { name: '$ elsewhere', file: groupOf('disallow: /a$b'), allowed: ['/a'], disallowed: ['/a$b', '/a$bc'] },
  {
    name: 'many *',
    file: groupOf('disallow: /***a**b*$'),
    allowed: ['/ba'],
    disallowed: ['/ab', '/xxaxxbxx'],
  },
  {
    name: 'pieces that would overlap',
    file: groupOf('disallow: /aba*aba$'),
    allowed: ['/aba', '/ababa'],
    disallowed: ['/abaaba'],
  },
  {
    name: 'line ends of all kinds',
    file: 'user-agent: FooBot\r\ndisallow: /a\rdisallow: /b\ndisallow: /c',
    disallowed: ['/a', '/b', '/c'],
    allowed: ['/d'],
  },
  { name: 'a byte order mark', file: `\ufeff${groupOf('disallow: /')}`, disallowed: ['/x'] },
  { name: '/page against /*.ph', file: groupOf('allow: /page', 'disallow: /*.ph'), allowed: ['/page.php5'] },
]

describe('matchRobots', () => {
  for (const { name, file, allowed = [], disallowed = [], agent } of cases) {
    it(`decides ${name}`, () => {
      for (const url of allowed) expect(isAllowed(file, url, agent), url).to.equal(true)
      for (const url of disallowed) expect(isAllowed(file, url, agent), url).to.equal(false)
    })
  }

  it('returns the deciding rule, its line and its group', () => {
    const file =
      '# all\nuser-agent: BarBot\nUser-Agent: fooBOT/1.0\ndisallow: /a\n\r\n  Allow :/a/b # ツ \ncrawl-delay: 2.5\n'
    expect(verdict(file, 'https://shop.example:8443/a/b?c#d', 'FooBot')).to.deep.equal({
      robotsUrl: 'https://shop.example:8443/robots.txt',
      state: 'found',
      allowed: true,
      rule: 'Allow :/a/b # ツ',
      line: 6,
      group: 'fooBOT',
      crawlDelay: 2.5,
      sitemaps: [],
    })
    expect(verdict(file, '/a')).to.include({ allowed: false, rule: 'disallow: /a', line: 4, group: 'fooBOT' })
    expect(verdict(file, '/c')).to.include({
      allowed: true,
      rule: null,
      line: null,
      group: null,
      crawlDelay: 2.5,
    })
    expect(verdict(file, '/a', 'BazBot')).to.include({ allowed: true, rule: null, crawlDelay: null })
  })

  it('returns * for the global group, and the first of equal rules', () => {
    const file = 'user-agent: *\ndisallow: /\ndisallow: /\n'
    expect(verdict(file, '/x')).to.include({ group: '*', line: 2 })
  })
})

import { expect } from 'chai'
import { matchRobots } from '#shared/web/robots/match-robots.ts'
import { parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'

const verdict = (text: string, url: string, agent = 'FooBot') =>
  matchRobots(parseRobotsTxt(Buffer.from(text)), agent, new URL(url, 'http://foo.bar').href)
const isAllowed = (text: string, url: string, agent?: string) => verdict(text, url, agent).allowed

/** A file, and for each agent the URLs that are allowed and disallowed. */
interface Case {
  readonly name: string
  readonly file: string
  readonly allowed?: readonly string[]
  readonly disallowed?: readonly string[]
  readonly agent?: string
}

const groups = `allow: /foo/bar/

user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
`
const fooBar = 'User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n'
const global = 'user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n'
const rules = (...lines: string[]) => ['user-agent: FooBot', ...lines, ''].join('\n')

const cases: readonly Case[] = [
  // RFC 9309, 2.1: the protocol.
  { name: 'an empty file allows all', file: '', allowed: ['/'] },
  { name: 'a group with colons', file: rules('disallow: /'), disallowed: ['/x/y'] },
  { name: 'keys that are unknown', file: 'foo: FooBot\nbar: /\n', allowed: ['/x/y'] },
  { name: 'forgotten colons (Google)', file: 'user-agent FooBot\ndisallow /\n', disallowed: ['/x/y'] },
  { name: 'a colon forgotten in a line of three words', file: rules('disallow / x'), allowed: ['/x/y'] },
  {
    name: 'keys with typing errors (Google)',
    file: 'useragent: FooBot\ndissallow: /a\ndisalow: /b\n',
    disallowed: ['/a', '/b'],
  },
  {
    name: 'one of two groups',
    file: groups,
    agent: 'BarBot',
    allowed: ['/y/c', '/w/a'],
    disallowed: ['/z/d', '/foo/bar/'],
  },
  {
    name: 'groups of one agent as one',
    file: groups,
    allowed: ['/x/b', '/z/d'],
    disallowed: ['/y/c', '/foo/bar/'],
  },
  {
    name: 'agents of one group',
    file: groups,
    agent: 'BazBot',
    allowed: ['/z/d'],
    disallowed: ['/foo/bar/'],
  },
  {
    name: 'keys of any case',
    file: 'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
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
  // RFC 9309, 2.2.1: the user-agent line.
  {
    name: 'agents of any case',
    file: 'User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n',
    agent: 'foo',
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  { name: 'an agent up to the first space (Google)', file: fooBar, agent: 'Foo', allowed: ['/x/y'] },
  { name: 'an agent that no file can name', file: fooBar, agent: 'Foo Bar', disallowed: ['/x/y'] },
  { name: 'an agent with a version', file: 'user-agent: FooBot/2.1\ndisallow: /\n', disallowed: ['/x'] },
  {
    name: 'an agent that only begins alike',
    file: 'user-agent: FooBot-News\ndisallow: /\n',
    allowed: ['/x'],
  },
  { name: 'its own group before the global one', file: global, disallowed: ['/x/y'] },
  { name: 'the global group for all others', file: global, agent: 'BarBot', allowed: ['/x/y'] },
  { name: '* with more behind it (Google)', file: 'user-agent: * baz\ndisallow: /\n', disallowed: ['/x'] },
  { name: '* in a name', file: 'user-agent: *baz\ndisallow: /\n', allowed: ['/x'] },
  {
    name: 'no group at all for the agent',
    file: 'user-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n',
    allowed: ['/x/y'],
  },
  // RFC 9309, 2.2.2: allow and disallow.
  { name: 'paths by case, lower', file: rules('disallow: /x/'), disallowed: ['/x/y'] },
  { name: 'paths by case, upper', file: rules('disallow: /X/'), allowed: ['/x/y'] },
  {
    name: 'the longest match, disallow',
    file: rules('disallow: /x/page.html', 'allow: /x/'),
    disallowed: ['/x/page.html'],
  },
  {
    name: 'the longest match, allow',
    file: rules('allow: /x/page.html', 'disallow: /x/'),
    allowed: ['/x/page.html'],
    disallowed: ['/x/'],
  },
  { name: 'empty rules', file: rules('disallow: ', 'allow: '), allowed: ['/x/page.html'] },
  { name: 'allow in a tie', file: rules('disallow: /', 'allow: /'), allowed: ['/x'] },
  {
    name: 'allow in a tie, the other order',
    file: rules('allow: /x/page.html', 'disallow: /x/page.html'),
    allowed: ['/x/page.html'],
  },
  { name: 'folders', file: rules('disallow: /x', 'allow: /x/'), allowed: ['/x/'], disallowed: ['/x'] },
  {
    name: 'the longest match, with *',
    file: rules('allow: /page', 'disallow: /*.html'),
    allowed: ['/page'],
    disallowed: ['/page.html'],
  },
  {
    name: 'the longest match, against *',
    file: rules('allow: /x/page.', 'disallow: /*.html'),
    allowed: ['/x/page.html'],
    disallowed: ['/x/y.html'],
  },
  {
    name: 'the rules of the own group alone',
    file: `User-agent: *\nDisallow: /x/\n${rules('Disallow: /y/')}`,
    allowed: ['/x/page'],
    disallowed: ['/y/page'],
  },
  { name: 'a rule without a slash', file: rules('disallow: x'), allowed: ['/x'] },
  {
    name: 'robots.txt itself',
    file: rules('disallow: /'),
    allowed: ['/robots.txt', '/robots.txt?x'],
    disallowed: ['/robots.txt/x', '/a/robots.txt'],
  },
  // RFC 9309, 2.2.2: the table of encodings.
  {
    name: 'a query as it is',
    file: rules('disallow: /', 'allow: /foo/bar?baz=http://foo.bar'),
    allowed: ['/foo/bar?baz=http://foo.bar'],
  },
  {
    name: 'a character of three octets',
    file: rules('disallow: /', 'allow: /foo/bar/ツ'),
    allowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
  },
  {
    name: 'the same, escaped',
    file: rules('disallow: /', 'allow: /foo/bar/%E3%83%84'),
    allowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    name: 'escapes in lower case',
    file: rules('disallow: /', 'allow: /foo/bar/%e3%83%84'),
    allowed: ['/foo/bar/ツ'],
  },
  {
    name: 'escaped letters',
    file: rules('disallow: /', 'allow: /foo/bar/%62%61%7A'),
    allowed: ['/foo/bar/baz', '/foo/bar/%62%61%7a'],
  },
  {
    name: 'escaped reserved characters',
    file: rules('disallow: /a%2Fb'),
    allowed: ['/a/b'],
    disallowed: ['/a%2Fb', '/a%2fb'],
  },
  {
    name: 'Chinese paths',
    file: rules('disallow: /产品/*价格'),
    allowed: ['/产品/'],
    disallowed: ['/产品/手机/价格?a', '/%E4%BA%A7%E5%93%81/%E4%BB%B7%E6%A0%BC'],
  },
  {
    name: 'a path that ends in octet A0',
    file: rules('disallow: /à'),
    allowed: ['/%C3'],
    disallowed: ['/à'],
  },
  { name: 'spaces', file: rules('disallow: /a b'), disallowed: ['/a b', '/a%20b'], allowed: ['/a'] },
  // RFC 9309, 2.2.3: special characters.
  {
    name: '* in the middle',
    file: rules('disallow: /foo/bar/quz', 'allow: /foo/*/qux'),
    allowed: ['/foo/quz', '/foo//quz', '/foo/bax/quz'],
    disallowed: ['/foo/bar/quz'],
  },
  {
    name: '$ at the end',
    file: rules('disallow: /foo/bar$', 'allow: /foo/bar/qux'),
    allowed: ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    disallowed: ['/foo/bar'],
  },
  { name: '$ elsewhere', file: rules('disallow: /a$b'), allowed: ['/a'], disallowed: ['/a$b', '/a$bc'] },
  {
    name: 'comments',
    file: rules('# disallow: /', 'disallow: /foo/quz#qux', 'allow: /'),
    allowed: ['/foo/bar'],
    disallowed: ['/foo/quz'],
  },
  {
    name: 'a literal *',
    file: rules('disallow: /file-with-a-%2A.html'),
    allowed: ['/file-with-a-b.html'],
    disallowed: ['/file-with-a-*.html'],
  },
  {
    name: 'a literal $',
    file: rules('disallow: /foo-%24$'),
    allowed: ['/foo-', '/foo-$x'],
    disallowed: ['/foo-$'],
  },
  { name: 'many *', file: rules('disallow: /***a**b*$'), allowed: ['/ba'], disallowed: ['/ab', '/xxaxxbxx'] },
  {
    name: 'pieces that would overlap',
    file: rules('disallow: /aba*aba$'),
    allowed: ['/aba', '/ababa'],
    disallowed: ['/abaaba'],
  },
  // RFC 9309, 2.2.4: other records do not end a group.
  {
    name: 'a sitemap in a group',
    file: 'User-agent: BarBot\nSitemap: https://foo.bar/s\nUser-agent: *\nDisallow: /\n',
    agent: 'BarBot',
    disallowed: ['/'],
  },
  {
    name: 'an unknown line in a group',
    file: 'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n',
    disallowed: ['/'],
  },
  // RFC 9309, 2.2: lines.
  {
    name: 'line ends of all kinds',
    file: 'user-agent: FooBot\r\ndisallow: /a\rdisallow: /b\ndisallow: /c',
    disallowed: ['/a', '/b', '/c'],
    allowed: ['/d'],
  },
  { name: 'a byte order mark', file: `\ufeff${rules('disallow: /')}`, disallowed: ['/x'] },
  // Google: index.html stands for its folder.
  {
    name: 'an index page that is allowed',
    file: 'User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n',
    allowed: ['/allowed-slash/', '/allowed-slash/index.html'],
    disallowed: ['/allowed-slash/index.htm', '/anyother-url'],
  },
  // Google's documentation, "URL matching based on path values".
  {
    name: '/fish',
    file: rules('disallow: /', 'allow: /fish'),
    allowed: [
      '/fish',
      '/fish.html',
      '/fish/salmon.html',
      '/fishheads',
      '/fishheads/yummy.html',
      '/fish.html?id=anything',
    ],
    disallowed: ['/Fish.asp', '/catfish', '/?id=fish', '/bar'],
  },
  {
    name: '/fish*',
    file: rules('disallow: /', 'allow: /fish*'),
    allowed: [
      '/fish',
      '/fish.html',
      '/fish/salmon.html',
      '/fishheads',
      '/fishheads/yummy.html',
      '/fish.html?id=anything',
    ],
    disallowed: ['/Fish.asp', '/catfish', '/?id=fish', '/bar'],
  },
  {
    name: '/fish/',
    file: rules('disallow: /', 'allow: /fish/'),
    allowed: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    disallowed: ['/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    name: '/*.php',
    file: rules('disallow: /', 'allow: /*.php'),
    allowed: [
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '/folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    disallowed: ['/php/', '/index?php', '/windows.PHP'],
  },
  {
    name: '/*.php$',
    file: rules('disallow: /', 'allow: /*.php$'),
    allowed: ['/filename.php', '/folder/filename.php'],
    disallowed: [
      '/filename.php?parameters',
      '/filename.php/',
      '/filename.php5',
      '/php/',
      '/filename?php',
      '/aaaphpaaa',
      '/windows.PHP',
    ],
  },
  {
    name: '/fish*.php',
    file: rules('disallow: /', 'allow: /fish*.php'),
    allowed: ['/fish.php', '/fishheads/catfish.php?parameters'],
    disallowed: ['/Fish.PHP', '/bar'],
  },
  // The same, "Order of precedence for rules".
  { name: '/p against /', file: rules('allow: /p', 'disallow: /'), allowed: ['/page'] },
  {
    name: '/folder against itself',
    file: rules('allow: /folder', 'disallow: /folder'),
    allowed: ['/folder/page'],
  },
  {
    name: '/page against /*.htm',
    file: rules('allow: /page', 'disallow: /*.htm'),
    disallowed: ['/page.htm'],
  },
  { name: '/page against /*.ph', file: rules('allow: /page', 'disallow: /*.ph'), allowed: ['/page.php5'] },
  {
    name: '/$ against /',
    file: rules('allow: /$', 'disallow: /'),
    allowed: ['/'],
    disallowed: ['/page.htm', '/?x'],
  },
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

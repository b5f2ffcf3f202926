import { groupOf, type RobotsCase } from './robots-case.ts'

const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`
const merged = `user-agent: ExampleBot
disallow: /foo
disallow: /bar

user-agent: ExampleBot
disallow: /baz
`
const globalGroup = `user-agent: *
disallow: /foo
disallow: /bar

user-agent: BazBot
disallow: /baz
`
const bazbot = {
  allowed: ['/', '/example/', '/a.gif'],
  disallowed: ['/example/page.html', '/example/page.html?a'],
}

/** The examples of RFC 9309 and what its text says beside them, by section. */
export const rfcCases: readonly RobotsCase[] = [
  {
    from: '2.2.1',
    name: 'groups of one agent are one',
    file: merged,
    agent: 'ExampleBot',
    allowed: ['/'],
    disallowed: ['/foo', '/bar', '/baz'],
  },
  {
    from: '2.2.1',
    name: 'the group of all others',
    file: globalGroup,
    agent: 'ExampleBot',
    allowed: ['/baz'],
    disallowed: ['/foo', '/bar'],
  },
  {
    from: '2.2.1',
    name: 'no group applies',
    file: groupOf('disallow: /'),
    agent: 'ExampleBot',
    allowed: ['/foo'],
  },
  {
    from: '2.2.2',
    name: 'a query',
    file: groupOf('disallow: /foo/bar?baz=quz'),
    allowed: ['/foo/bar'],
    disallowed: ['/foo/bar?baz=quz'],
  },
  {
    from: '2.2.2',
    name: 'a query with reserved octets, escaped in both or in none',
    file: groupOf('disallow: /foo/bar?baz=https://foo.bar', 'disallow: /esc?baz=https%3A%2F%2Ffoo.bar'),
    disallowed: ['/foo/bar?baz=https://foo.bar', '/esc?baz=https%3A%2F%2Ffoo.bar'],
  },
  {
    from: '2.2.2',
    name: 'reserved octets of the URL are encoded before they are compared',
    file: groupOf('disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar'),
    disallowed: ['/foo/bar?baz=https://foo.bar'],
  },
  {
    from: '2.2.2',
    name: 'a rule outside any group',
    file: `disallow: /foo\n${groupOf('disallow: /bar')}`,
    allowed: ['/foo'],
    disallowed: ['/bar'],
  },
  {
    name: 'robots.txt itself',
    from: '2.2.2',
    file: groupOf('disallow: /'),
    allowed: ['/robots.txt', '/robots.txt?x'],
    disallowed: ['/robots.txt/x', '/a/robots.txt'],
  },
  {
    name: 'a character of three octets',
    from: '2.2.2',
    file: groupOf('disallow: /', 'allow: /foo/bar/ツ'),
    allowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
  },
  {
    name: 'the same, escaped',
    from: '2.2.2',
    file: groupOf('disallow: /', 'allow: /foo/bar/%E3%83%84'),
    allowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    name: 'escaped letters',
    from: '2.2.2',
    file: groupOf('disallow: /', 'allow: /foo/bar/%62%61%7A'),
    allowed: ['/foo/bar/baz', '/foo/bar/%62%61%7a'],
  },
  {
    name: 'escaped reserved characters',
    from: '2.2.2',
    file: groupOf('disallow: /a%2Fb'),
    allowed: ['/a/b'],
    disallowed: ['/a%2Fb', '/a%2fb'],
  },
  {
    name: 'a literal *',
    from: '2.2.3',
    file: groupOf('disallow: /file-with-a-%2A.html'),
    allowed: ['/file-with-a-b.html'],
    disallowed: ['/file-with-a-*.html'],
  },
  {
    name: 'a literal $',
    from: '2.2.3',
    file: groupOf('disallow: /foo-%24$'),
    allowed: ['/foo-', '/foo-$x'],
    disallowed: ['/foo-$'],
  },
  {
    from: '2.2.3',
    name: 'a comment in a line, and on its own',
    file: groupOf('disallow: /foo', '# disallow: /bar', 'allow: / # comment in line'),
    allowed: ['/bar', '/'],
    disallowed: ['/foo'],
  },
  {
    from: '2.2.3',
    name: '$',
    file: groupOf('disallow: /', 'allow: /this/path/exactly$'),
    allowed: ['/this/path/exactly'],
    disallowed: ['/this/path/exactly/', '/this/path'],
  },
  {
    from: '2.2.3',
    name: '*',
    file: groupOf('disallow: /', 'allow: /this/*/exactly'),
    allowed: ['/this/path/exactly', '/this//exactly', '/this/a/b/exactly/c'],
    disallowed: ['/this/exactly'],
  },
  {
    from: '2.2.3',
    name: 'special characters, encoded',
    file: groupOf('disallow: /path/file-with-a-%2A.html', 'disallow: /path/foo-%24'),
    allowed: ['/path/file-with-a-x.html', '/path/foo-'],
    disallowed: ['/path/file-with-a-*.html', '/path/foo-$'],
  },
  {
    from: '2.2.4',
    name: 'a sitemap ends no group',
    file: groupOf('disallow: /foo', 'sitemap: https://www.example.com/sitemap.xml', 'disallow: /bar'),
    allowed: ['/'],
    disallowed: ['/foo', '/bar'],
  },
  {
    from: '5.1',
    name: '*',
    file: simple,
    agent: 'otherbot',
    allowed: ['/publications/', '/', '/a.gif?b'],
    disallowed: ['/example/', '/example/page.html', '/a.gif'],
  },
  {
    from: '5.1',
    name: 'foobot',
    file: simple,
    agent: 'foobot',
    allowed: ['/example/page.html', '/example/allowed.gif'],
    disallowed: ['/', '/example/', '/publications/'],
  },
  { from: '5.1', name: 'barbot', file: simple, agent: 'barbot', ...bazbot },
  { from: '5.1', name: 'bazbot', file: simple, agent: 'bazbot', ...bazbot },
  {
    from: '5.1',
    name: 'quxbot',
    file: simple,
    agent: 'quxbot',
    allowed: ['/', '/example/', '/example/page.html', '/a.gif'],
  },
  {
    from: '5.2',
    name: 'the longest match',
    file: 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n',
    agent: 'foobot',
    allowed: ['/example/page/', '/example/page/a.gif'],
    disallowed: ['/example/page/disallowed.gif'],
  },
]

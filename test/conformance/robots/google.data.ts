import { groupOf, type RobotsCase } from './robots-case.ts'

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

/** Octets of a line that Google's parser reads. */
const LONGEST_LINE = 8 * 2083

/** The path at whose end a line with the key is cut. */
function cutAt(key: string): string {
  return '/x/'.padEnd(LONGEST_LINE - key.length, 'a')
}

/** After the tests of Google's parser, by their names (google/robotstxt, robots_test.cc). */
export const googleCases: readonly RobotsCase[] = [
  { name: 'an empty file allows all', from: 'ID_GlobalGroups_Secondary', file: '', allowed: ['/'] },
  {
    name: 'a group with colons',
    from: 'ID_LineSyntax_Line',
    file: groupOf('disallow: /'),
    disallowed: ['/x/y'],
  },
  {
    name: 'keys that are unknown',
    from: 'ID_LineSyntax_Line',
    file: 'foo: FooBot\nbar: /\n',
    allowed: ['/x/y'],
  },
  {
    name: 'forgotten colons',
    from: 'ID_LineSyntax_Line',
    file: 'user-agent FooBot\ndisallow /\n',
    disallowed: ['/x/y'],
  },
  {
    name: 'one of two groups',
    from: 'ID_LineSyntax_Groups',
    file: groups,
    agent: 'BarBot',
    allowed: ['/y/c', '/w/a'],
    disallowed: ['/z/d', '/foo/bar/'],
  },
  {
    name: 'groups of one agent as one',
    from: 'ID_LineSyntax_Groups',
    file: groups,
    allowed: ['/x/b', '/z/d'],
    disallowed: ['/y/c', '/foo/bar/'],
  },
  {
    name: 'agents of one group',
    from: 'ID_LineSyntax_Groups',
    file: groups,
    agent: 'BazBot',
    allowed: ['/z/d'],
    disallowed: ['/foo/bar/'],
  },
  {
    name: 'keys of any case',
    from: 'ID_REPLineNamesCaseInsensitive',
    file: 'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  {
    name: 'agents of any case',
    from: 'ID_UserAgentValueCaseInsensitive',
    file: 'User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n',
    agent: 'foo',
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  {
    name: 'an agent up to the first space',
    from: 'GoogleOnly_AcceptUserAgentUpToFirstSpace',
    file: fooBar,
    agent: 'Foo',
    allowed: ['/x/y'],
  },
  {
    name: 'an agent that no file can name',
    from: 'GoogleOnly_AcceptUserAgentUpToFirstSpace',
    file: fooBar,
    agent: 'Foo Bar',
    disallowed: ['/x/y'],
  },
  {
    name: 'its own group before the global one',
    from: 'ID_GlobalGroups_Secondary',
    file: global,
    disallowed: ['/x/y'],
  },
  {
    name: 'the global group for all others',
    from: 'ID_GlobalGroups_Secondary',
    file: global,
    agent: 'BarBot',
    allowed: ['/x/y'],
  },
  {
    name: 'no group at all for the agent',
    from: 'ID_GlobalGroups_Secondary',
    file: 'user-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n',
    allowed: ['/x/y'],
  },
  {
    name: 'paths by case, lower',
    from: 'ID_AllowDisallow_Value_CaseSensitive',
    file: groupOf('disallow: /x/'),
    disallowed: ['/x/y'],
  },
  {
    name: 'paths by case, upper',
    from: 'ID_AllowDisallow_Value_CaseSensitive',
    file: groupOf('disallow: /X/'),
    allowed: ['/x/y'],
  },
  {
    name: 'the longest match, disallow',
    from: 'ID_LongestMatch',
    file: groupOf('disallow: /x/page.html', 'allow: /x/'),
    disallowed: ['/x/page.html'],
  },
  {
    name: 'the longest match, allow',
    from: 'ID_LongestMatch',
    file: groupOf('allow: /x/page.html', 'disallow: /x/'),
    allowed: ['/x/page.html'],
    disallowed: ['/x/'],
  },
  {
    name: 'empty rules',
    from: 'ID_LongestMatch',
    file: groupOf('disallow: ', 'allow: '),
    allowed: ['/x/page.html'],
  },
  {
    name: 'allow in a tie',
    from: 'ID_LongestMatch',
    file: groupOf('disallow: /', 'allow: /'),
    allowed: ['/x'],
  },
  {
    name: 'allow in a tie, the other order',
    from: 'ID_LongestMatch',
    file: groupOf('allow: /x/page.html', 'disallow: /x/page.html'),
    allowed: ['/x/page.html'],
  },
  {
    name: 'folders',
    from: 'ID_LongestMatch',
    file: groupOf('disallow: /x', 'allow: /x/'),
    allowed: ['/x/'],
    disallowed: ['/x'],
  },
  {
    name: 'the longest match, with *',
    from: 'ID_LongestMatch',
    file: groupOf('allow: /page', 'disallow: /*.html'),
    allowed: ['/page'],
    disallowed: ['/page.html'],
  },
  {
    name: 'the longest match, against *',
    from: 'ID_LongestMatch',
    file: groupOf('allow: /x/page.', 'disallow: /*.html'),
    allowed: ['/x/page.html'],
    disallowed: ['/x/y.html'],
  },
  {
    name: 'the rules of the own group alone',
    from: 'ID_LongestMatch',
    file: `User-agent: *\nDisallow: /x/\n${groupOf('Disallow: /y/')}`,
    allowed: ['/x/page'],
    disallowed: ['/y/page'],
  },
  {
    name: '* in the middle',
    from: 'ID_SpecialCharacters',
    file: groupOf('disallow: /foo/bar/quz', 'allow: /foo/*/qux'),
    allowed: ['/foo/quz', '/foo//quz', '/foo/bax/quz'],
    disallowed: ['/foo/bar/quz'],
  },
  {
    name: '$ at the end',
    from: 'ID_SpecialCharacters',
    file: groupOf('disallow: /foo/bar$', 'allow: /foo/bar/qux'),
    allowed: ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    disallowed: ['/foo/bar'],
  },
  {
    name: 'comments',
    from: 'ID_SpecialCharacters',
    file: groupOf('# disallow: /', 'disallow: /foo/quz#qux', 'allow: /'),
    allowed: ['/foo/bar'],
    disallowed: ['/foo/quz'],
  },
  {
    name: 'a sitemap in a group',
    from: 'ID_LineSyntax_Groups_OtherRules',
    file: 'User-agent: BarBot\nSitemap: https://foo.bar/s\nUser-agent: *\nDisallow: /\n',
    agent: 'BarBot',
    disallowed: ['/'],
  },
  {
    name: 'an unknown line in a group',
    from: 'ID_LineSyntax_Groups_OtherRules',
    file: 'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n',
    disallowed: ['/'],
  },
  {
    name: 'an index page that is allowed',
    from: 'GoogleOnly_IndexHTMLisDirectory',
    file: 'User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n',
    allowed: ['/allowed-slash/', '/allowed-slash/index.html'],
    disallowed: ['/allowed-slash/index.htm', '/anyother-url'],
  },
  {
    name: '/fish',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /fish'),
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
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /fish*'),
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
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /fish/'),
    allowed: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    disallowed: ['/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    name: '/*.php',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /*.php'),
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
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /*.php$'),
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
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('disallow: /', 'allow: /fish*.php'),
    allowed: ['/fish.php', '/fishheads/catfish.php?parameters'],
    disallowed: ['/Fish.PHP', '/bar'],
  },
  {
    name: '/p against /',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('allow: /p', 'disallow: /'),
    allowed: ['/page'],
  },
  {
    name: '/folder against itself',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('allow: /folder', 'disallow: /folder'),
    allowed: ['/folder/page'],
  },
  {
    name: '/page against /*.htm',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('allow: /page', 'disallow: /*.htm'),
    disallowed: ['/page.htm'],
  },
  {
    name: '/$ against /',
    from: 'GoogleOnly_DocumentationChecks',
    file: groupOf('allow: /$', 'disallow: /'),
    allowed: ['/'],
    disallowed: ['/page.htm', '/?x'],
  },
  {
    from: 'ID_Encoding',
    name: 'a query as it is',
    file: groupOf('disallow: /', 'allow: /foo/bar?baz=http://foo.bar'),
    allowed: ['/foo/bar?baz=http://foo.bar'],
  },
  {
    from: 'ID_Encoding',
    name: 'escaped letters',
    file: groupOf('disallow: /', 'allow: /foo/bar/%62%61%7A'),
    allowed: ['/foo/bar/%62%61%7A'],
    disallowed: ['/foo/bar/baz'],
  },
  {
    from: 'GoogleOnly_LineTooLong',
    name: 'a rule that is cut',
    file: groupOf(`disallow: ${cutAt('disallow: ')}/qux`),
    allowed: ['/fux'],
    disallowed: [`${cutAt('disallow: ')}/fux`],
  },
  {
    from: 'GoogleOnly_LineTooLong',
    name: 'a rule that is cut, and one that is not',
    file: groupOf('disallow: /', `allow: ${cutAt('allow: ')}/qux`, 'allow: /short'),
    allowed: [`${cutAt('allow: ')}/fux`, '/short'],
    disallowed: ['/'],
  },
]

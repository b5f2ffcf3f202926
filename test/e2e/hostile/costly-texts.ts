import { htmlHead, type Talk, wholeAnswer } from './site.ts'

/** Answers of a site whose texts cost a careless reader much time or stack, by the name of their page. */
export type Talks = Readonly<Record<string, Talk>>

/** Bytes of a long header field, of a long text in a page, and of a script. */
const HEADER = 60_000
const TEXT = 100_000
const SCRIPT = 40_000
const LINKS = 500

const upTo = (bytes: number, unit: string) => unit.repeat(bytes / unit.length)

const says =
  (text: string): Talk =>
  (socket) =>
    void socket.end(text, 'latin1')

/** A page that other texts go with. */
export const titled = (name: string, rest = ''): string => `<title>${name}</title>${rest}`

const page = (name: string, rest: string): readonly [string, Talk] => [
  name,
  says(wholeAnswer(titled(name, rest))),
]

/** The name of a text: where it stands, and what it repeats. */
const nameOf = (where: string, unit: string): string => `${where} of ${encodeURIComponent(unit)}`

function withHeader(start: string, unit: string): readonly [string, Talk] {
  const [field = ''] = start.split(':')
  const name = nameOf(start.includes('=') ? `${field} with a value` : field, unit)
  return [name, says(wholeAnswer(titled(name), start + upTo(HEADER, unit)))]
}

/** For metadata: a field of the header. */
export const costlyHeaders: Talks = Object.fromEntries(
  [
    ...['"\\', '"\\"', ';"', ';a="', ';=', ' ;', '; ', ',', '\\', '="\\'].map((unit) => [
      'Link: <a>;x="',
      unit,
    ]),
    ...['<', '<>;', '<a>,', ',<a>;rel='].map((unit) => ['Link: ', unit]),
    ...['a:', 'a: b, ', ': ', 'none,', ' ,'].map((unit) => ['X-Robots-Tag: ', unit]),
    ...['0;', '; ', 'url=', "'", '0; url="'].map((unit) => ['Refresh: 9999;url=', unit]),
    ...[';', ' ', "'self' ", 'a-b '].map((unit) => ['Content-Security-Policy: default-src ', unit]),
    ...['=', ';', ',', 'max-age='].map((unit) => ['Strict-Transport-Security: max-age=1', unit]),
  ].map(([start = '', unit = '']) => withHeader(start, unit)),
)

/** For metadata: types of the page, of a picture, of a link and of robots.txt, by name. */
export const costlyTypes: Readonly<Record<string, string>> = Object.fromEntries(
  ['"\\', '"\\"\\', ';"', ';a="', '; ', ';=', '\\"', ',"'].map((unit) => [
    nameOf('a type', unit),
    `text/html;charset=utf-8;x="${upTo(HEADER, unit)}`,
  ]),
)

/** Every answer of the site has this type. */
export const typedTalks = (type: string): Talks => {
  const answer = says(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${typedPage}`)
  return { typed: answer, picture: answer, other: answer, 'robots.txt': answer }
}
const typedPage = titled(
  'Typed',
  '<link rel="canonical" href="/other"><meta property="og:image" content="/picture"><link rel="icon" href="/picture">',
)

/** For metadata: texts of a page. */
export const costlyPages: Talks = Object.fromEntries([
  ...['a.', 'a,', 'a;', 'a@', 'a ', '. ', 'by ', 'and '].flatMap((unit) => [
    page(nameOf('a paragraph', unit), `<p>${upTo(TEXT, unit)}</p>`),
    page(nameOf('a byline', unit), `<p class="byline">${upTo(TEXT, unit)}</p>`),
    page(nameOf('a heading', unit), `<h1>${upTo(TEXT, unit)}</h1>`),
  ]),
  ...['a=b;', 'a, b; ', 'by a and ', 'a|'].flatMap((unit) => [
    page(nameOf('an author', unit), `<meta name="author" content="${upTo(TEXT, unit)}">`),
    page(
      nameOf('an author in JSON-LD', unit),
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","author":"${upTo(TEXT, unit)}"}</script>`,
    ),
  ]),
])

/** For audits. */
export const costlyAudits: Talks = Object.fromEntries([
  page('a long canonical', `<link rel="canonical" href="/${'a'.repeat(300_000)}">`),
  page('a canonical of slashes', `<link rel="canonical" href="${upTo(300_000, '/')}">`),
  page('a canonical of parameters', `<link rel="canonical" href="/?${upTo(300_000, '&a=b')}">`),
  page('words of one letter', `<p>${upTo(TEXT, 'a ')}`),
  page('letters and points', `<p>${upTo(TEXT, 'a.')}`),
])

/** For crawls: a page with links that look like calendars and lists by date. */
export const costlyLinks: Talks = Object.fromEntries(
  ['____(', 'a_', '__a', '_1234', '_kalenderx', '_kalender', '2031-', '/20', '-1'].map((unit) => {
    const query = Array.from('abcdefgh', (name, at) => `${name}=${1234 + at}`).join('&amp;')
    const links = Array.from(
      { length: LINKS },
      (_, at) => `<a href="/${upTo(1900, unit)}${at}?${query}">x</a>`,
    )
    const name = nameOf('links', unit)
    return page(name, links.join(''))
  }),
)

/** For measurements: scripts that are read for what they could do without, and a source map whose names are long once joined. */
export const costlyScripts: Talks = Object.fromEntries([
  ...['(/[', '!/[', '[/[', '(/[a', '/[', '=/', '`${', '"\\', '/*', '//'].flatMap((unit) =>
    pageWithScript(
      nameOf('a script', unit),
      `Object.defineProperty(Array.prototype, "at", ${upTo(SCRIPT, unit)}`,
    ),
  ),
  ...[500, 1500].flatMap((sources) => pageWithScript(`a map of ${sources} files`, scriptWithMap(sources))),
])

/** The page, and its script below its name. */
function pageWithScript(name: string, code: string): readonly (readonly [string, Talk])[] {
  const file = `${name} as file`
  const head = htmlHead(`Content-Length: ${Buffer.byteLength(code)}`).replace('text/html', 'text/javascript')
  return [
    page(name, `<p>text</p><script src="/${encodeURIComponent(file)}"></script>`),
    [file, says(head + code)],
  ]
}

function scriptWithMap(sources: number): string {
  const names = Array.from({ length: sources }, (_, at) => `${at}.js`)
  const map = {
    version: 3,
    names: [],
    mappings: 'AAAA;AACA',
    sourceRoot: 'a/'.repeat(500_000),
    sources: names,
  }
  const text = Buffer.from(JSON.stringify(map)).toString('base64')
  return `console.log(1)\nconsole.log(2)\n//# sourceMappingURL=data:application/json;base64,${text}`
}

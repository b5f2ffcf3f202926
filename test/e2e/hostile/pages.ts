const MIB = 1024 * 1024

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

/** HTML after the title of pages that attack the parser. */
export const hostilePages: Readonly<Record<string, () => string>> = {
  'div x 200,000': () => '<div>'.repeat(200_000),
  '80,000 attributes': () => `<p ${times(80_000, (at) => `a${at}=1 `)}>x`,
  'a b x 80,000': () => '<a href="/x"><b>'.repeat(80_000),
  'tables x 80,000': () => '<table><tr><td>'.repeat(80_000),
  'one text of 48 MB': () => `<p>${'word '.repeat((48 * MIB) / 5)}`,
  'one attribute of 20 MB': () => `<p title="${'x'.repeat(20 * MIB)}">x`,
  '100,000 links': () => times(100_000, (at) => `<a href="/page${at}">page</a>`),
  '100,000 JSON-LD blocks': () => '<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(1e5),
  'JSON in JSON': () => `<script type="application/ld+json">${'[{"a":'.repeat(200_000)}</script>`,
  'a data: script of 1 MB': () => `<script src="data:text/javascript,${'a.b'.repeat(MIB / 3)}"></script>`,
  'null bytes': () => `<p>a\0b</p>${'\0'.repeat(MIB)}<a href="/\0">\0</a>`,
  'a comment that never ends': () => `<!-- ${'- '.repeat(MIB)}`,
  'a quote that never ends': () => `<a href="${'/x?y=z&amp;'.repeat(MIB / 10)}`,
  'a script that never ends': () => `<script>${'<!--<script>'.repeat(MIB / 12)}`,
  'a tag that never ends': () => `<p ${'x '.repeat(MIB)}`,
  'less-than signs': () => '<'.repeat(4 * MIB),
  'names that never answer': () =>
    '<link rel="canonical" href="/silence"><meta property="og:image" content="/silence"><link rel="icon" href="/silence">',
  'a picture that is a bomb': () => '<meta property="og:image" content="/gzip%20bomb">',
  'octets of a PDF': () => `%PDF-1.7\n${'\u0000\u0001<<>>stream\ufffd'.repeat(50_000)}`,
}

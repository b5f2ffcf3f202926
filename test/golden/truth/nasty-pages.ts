import type { AuditPage } from '#test/support/audit/audit-page.ts'
import { contexts, fragments, headers, prologues } from './nasty-parts.ts'

/** A page with a name that says how it is made. */
export interface NamedPage {
  readonly name: string
  readonly page: AuditPage
}

const URL_OF_PAGE = 'https://www.example.com/shop/page?x=1'

/** Each piece of metadata in each place of a page: alone, so that a difference names its cause. */
function* alone(): Generator<NamedPage> {
  for (const [what, fragment] of Object.entries(fragments))
    for (const [where, context] of Object.entries(contexts))
      yield {
        name: `${what} ${where}`,
        page: { html: context.replace('%', () => fragment), url: URL_OF_PAGE },
      }
}

/** Each set of headers, on a page whose markup says something else. */
function* withHeaders(): Generator<NamedPage> {
  const html =
    '<!doctype html><html lang=en><head><link rel=canonical href=/a><meta name=robots content=max-snippet:9></head><p>Text'
  for (const [index, set] of headers.entries())
    yield { name: `headers ${index}`, page: { html, url: URL_OF_PAGE, headers: set } }
}

const encoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE with a byte order mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE with a byte order mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'latin1 as its meta says': (text) =>
    Buffer.from(`<!doctype html><meta charset=iso-8859-1>${text}`, 'latin1'),
  'latin1 that calls itself UTF-16': (text) =>
    Buffer.from(`<!doctype html><meta charset=utf-16>${text}`, 'latin1'),
  'latin1 that says nothing': (text) => Buffer.from(text, 'latin1'),
  'latin1 with its encoding in a script': (text) =>
    Buffer.from(`<script>"<meta charset=iso-8859-1>"</script>${text}`, 'latin1'),
}

function* encoded(): Generator<NamedPage> {
  const html =
    '<title>caf\xe9</title><link rel=canonical href="/caf\xe9?q=\xe9"><link rel=alternate hreflang=fr href="/fr?q=\xe9"><a href="/x?q=\xe9">x</a>'
  for (const [name, encode] of Object.entries(encoders))
    for (const type of ['text/html', 'text/html; charset=windows-1252', 'text/html;charset=nonsense'])
      yield {
        name: `${name}, sent as ${type}`,
        page: { html: encode(html), url: URL_OF_PAGE, headers: { 'content-type': type } },
      }
}

const RANDOM_PAGES = 900

/** Random mixtures, the same at each run. */
function* mixed(): Generator<NamedPage> {
  let seed = 11
  const draw = <Part>(from: readonly Part[]): Part => {
    seed = (seed * 48_271) % 2_147_483_647
    return from[seed % from.length] as Part
  }
  // A frameset behind other content takes that out of the page again, which the scanner cannot.
  const places = Object.values(contexts)
    .filter((context) => !context.includes('frameset'))
    .map((context) => context.replace(/^.*<head>/s, ''))
  for (let count = 0; count < RANDOM_PAGES; count++) {
    const parts = Array.from({ length: 2 + (count % 9) }, () =>
      draw(places).replace('%', () => draw(Object.values(fragments))),
    )
    const html = draw(prologues) + parts.join(draw(['', '\n', '<!-- -->']))
    yield { name: `mixture ${count}`, page: { html, url: URL_OF_PAGE, headers: draw(headers) } }
  }
}

/** Pages that a parser can easily misread, made from parts. */
export function* nastyPages(): Generator<NamedPage> {
  yield* alone()
  yield* withHeaders()
  yield* encoded()
  yield* mixed()
}

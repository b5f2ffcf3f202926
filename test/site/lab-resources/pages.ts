import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Route } from '#test/support/sites/target-site.ts'

type Headers = Readonly<Record<string, string>>

/** An answer with a length; 304 for a client with its entity tag. */
export function file(type: string, body: string | Buffer, headers: Headers = {}): Route {
  return (request, response) => {
    const isKnown = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
    if (isKnown) return void response.writeHead(304, headers).end()
    const length = String(Buffer.byteLength(body))
    response.writeHead(200, { 'content-type': type, 'content-length': length, ...headers }).end(body)
  }
}

/** A page with this body. */
export const html = (body: string, headers: Headers = {}): Route =>
  file('text/html; charset=utf-8', `<!doctype html><title>Resources</title>${body}`, headers)

export const script = (body: string | Buffer, headers: Headers = {}): Route => file('text/javascript', body, headers)

/** The same host's other address: a different site, and a separate process with site isolation. */
export const abroad = (body: (origin: string) => string): Route => {
  return (request, response) => {
    const origin = `http://${request.headers.host?.replace('127.0.0.2', '127.0.0.3')}`
    return html(body(origin))(request, response)
  }
}

/** Incompressible text: `length` characters of 64. */
function noise(length: number): string {
  let text = ''
  for (let count = 0; text.length < length; count++) text += createHash('sha512').update(`${count}`).digest('base64')
  return text.slice(0, length)
}

/** Keeps the main thread busy for `ms`, under a name. */
const busy = (name: string, ms: number) => `{
  const began = performance.now()
  while (performance.now() - began < ${ms});
  (window.busy ??= {})['${name}'] = performance.now() - began
}`

/** Scripts that keep the main thread busy: while they load, in a timer, after a promise, after a fetch. */
export const busyPages: Readonly<Record<string, Route>> = {
  '/busy': html(
    ['/40.js', '/60.js', '/120.js', '/timer.js', '/promise.js', '/after-fetch.js'].map((src) => `<script src=${src}></script>`).join(''),
  ),
  '/40.js': script(busy('40', 40)),
  '/60.js': script(busy('60', 60)),
  '/120.js': script(busy('120', 120)),
  '/timer.js': script(`setTimeout(() => ${busy('timer', 50)}, 20)`),
  '/after-fetch.js': script(`fetch('/40.js').then((answer) => answer.text()).then(() => ${busy('after-fetch', 25)})`),
  '/promise.js': script(`setTimeout(() => Promise.resolve().then(() => ${busy('promise', 30)}), 30)`),
}

/** 1 by 1 pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (headers: Headers) => file('image/png', pixel, headers)
const tomorrow = () => new Date(Date.now() + 86_400_000).toUTCString()

/** Eight resources, of which an immediate repeat view takes five from the cache and revalidates one. */
export const cachePages: Readonly<Record<string, Route>> = {
  '/cached': html(
    `<link rel=stylesheet href=/style.css><script src=/lib.js></script><script src=/app.js></script>
    <img src=/hero.png><img src=/i1.png><img src=/i2.png><img src=/i3.png><img src=/i4.png>`,
  ),
  '/style.css': file('text/css', 'p { color: red }'),
  '/lib.js': script('1', { 'cache-control': 'max-age=31536000, immutable' }),
  '/app.js': script('1', { 'cache-control': 'max-age=3600' }),
  '/hero.png': (request, response) => picture({ expires: tomorrow() })(request, response),
  '/i1.png': picture({ etag: '"one"' }),
  '/i2.png': picture({ 'cache-control': 'max-age=86400' }),
  '/i3.png': picture({ 'cache-control': 'private, max-age=86400' }),
  '/i4.png': picture({ 'cache-control': 'max-age=0' }),
}

/** A script of 3,000 characters, plain and with gzip. */
export const plainScript = `/*${noise(2996)}*/`
export const zippedScript = gzipSync(plainScript)

import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import type { ConsoleFiles } from '../console/built-files.ts'
import type { CallState } from '../middleware/call-state.ts'
import { type KeylessOptions, keyless } from '../middleware/keyless.ts'

/** Nothing from another origin, no inline script or style, in no frame: what a page says can neither run nor leave. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A year: the content of a hashed name never changes (RFC 8246). */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The page for a person who opened it directly: a typed address, a bookmark, a link in another program. Browsers tell that by
 * `Sec-Fetch-Site: none` (Fetch Metadata; no page can set it, and `noreferrer` does not hide a link from it). The page says so
 * to its script, which takes a key from such an address alone without asking. The
 * opener policy keeps a document that opened the console from changing its address later.
 */
function openedDirectly({ page, etag }: ConsoleFiles): Pick<ConsoleFiles, 'page' | 'etag'> {
  const html = page.toString().replace('<html ', '<html data-opened="directly" ')
  return { page: Buffer.from(html), etag: etag.replace(/"$/, '-directly"') }
}

/** `GET /` and `GET /assets/{file}`: the console. They need no key. Null = the console was not built. */
export function consoleRoutes(
  router: Router<CallState>,
  console: ConsoleFiles | null,
  options: KeylessOptions,
): void {
  const rateLimited = keyless(options)
  const direct = console && openedDirectly(console)
  const files = new Map(console?.files.map((file) => [file.name, file]))
  router.get('/', rateLimited, (context) => {
    if (console === null) throw new Failure('NOT_FOUND', 'The console is not built: `npm start` builds it')
    const { page, etag } = context.get('Sec-Fetch-Site') === 'none' ? (direct ?? console) : console
    context.status = 200
    context.set({
      'Cache-Control': 'no-cache',
      ETag: etag,
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
    context.vary('Sec-Fetch-Site')
    context.type = 'text/html; charset=utf-8'
    if (context.fresh) context.status = 304
    else context.body = page
  })
  router.get('/assets/:file', rateLimited, (context) => {
    const file = files.get(context.params.file as string)
    if (file === undefined) throw new Failure('NOT_FOUND', 'There is no such file')
    context.set('Cache-Control', FOREVER)
    context.type = file.type
    context.body = file.body
  })
}

import type { Context, Middleware } from 'koa'

export interface CorsOptions {
  /** Web origins whose pages may read answers; none = no CORS headers at all. */
  readonly origins: readonly string[]
  /** The methods of a path. */
  methodsOf(path: string): readonly string[]
}

/** Life of the answer to a preflight in the browser, in seconds. */
const PREFLIGHT_TTL_SECONDS = 600
const requestHeaders = [
  'Accept',
  'Cache-Control',
  'Content-Type',
  'Last-Event-ID',
  'Prefer',
  'X-API-Key',
  'X-Request-Id',
  'traceparent',
].join(', ')
const responseHeaders = [
  'ETag',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Server-Timing',
  'X-Cache',
  'X-Events-Cursor',
  'X-Events-Missed',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Thumbnail-Source-Height',
  'X-Thumbnail-Source-Width',
].join(', ')

/**
 * Lets pages of the configured origins call the service (Fetch Standard, "CORS protocol"). Never allows `*` or
 * credentials: a page sends its key in a header.
 */
export function cors({ origins, methodsOf }: CorsOptions): Middleware {
  if (origins.length === 0) return (_context, next) => next()
  return async (context, next) => {
    context.vary('Origin')
    const origin = context.get('Origin')
    if (!origins.includes(origin)) return next()
    context.set('Access-Control-Allow-Origin', origin)
    if (isPreflight(context)) return allow(context, methodsOf(context.path))
    context.set('Access-Control-Expose-Headers', responseHeaders)
    await next()
  }
}

function isPreflight(context: Context): boolean {
  return context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== ''
}

function allow(context: Context, methods: readonly string[]): void {
  context.status = 204
  context.set({
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': String(PREFLIGHT_TTL_SECONDS),
  })
}

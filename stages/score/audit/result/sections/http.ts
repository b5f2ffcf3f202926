import type { Facts } from '../../facts/facts.ts'

const security = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
] as const

/** Section `http`: that of `GET /metadata`, with the headers that rules check. */
export function httpSection({ http, metadata }: Facts) {
  const own = metadata.http
  return {
    final_url: http.finalUrl.href,
    status: http.status,
    content_type: http.header('content-type')[0] ?? null,
    response_size_bytes: http.bodyBytes,
    etag: own?.etag ?? null,
    cache_control: own?.cache_control ?? null,
    redirect_chain: http.redirects.map(({ url, status, location }) => ({ url, status, location })),
    version: http.version,
    ttfb_ms: http.ttfbMs === null ? null : Math.round(http.ttfbMs),
    content_encoding: http.header('content-encoding').join(', ') || null,
    charset: http.charset,
    security_headers: Object.fromEntries(
      security.map((name) => [name, http.header(name).join(', ') || null]),
    ),
  }
}

import { type Tracer, withSpan } from '#shared/telemetry/tracer.ts'
import type { HttpClient } from './client.ts'

/**
 * Wraps a client so that each traced page has a client span (OpenTelemetry, HTTP conventions), redirects
 * included. The trace context is not sent to targets.
 */
export function tracedClient(client: HttpClient, tracer: Tracer): HttpClient {
  return {
    ...client,
    fetchPage(request) {
      const { traceparent, url } = request
      if (!traceparent) return client.fetchPage(request)
      const attributes = { 'http.request.method': 'GET', ...targetOf(url) }
      return withSpan(tracer, { name: 'GET', kind: 'client', attributes }, traceparent, async (span) => {
        const page = await client.fetchPage(request)
        span.setAttributes({
          'http.response.status_code': page.status,
          'http.response.body.size': page.bodyBytes,
          'pageprobe.redirects': page.redirects.length,
        })
        return page
      })
    },
  }
}

/** Without credentials, query and fragment, which may be secrets of the caller. */
function targetOf(text: string): Record<string, string | number> {
  if (!URL.canParse(text)) return {}
  const url = new URL(text)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return { 'server.address': url.hostname, 'server.port': port, 'url.full': url.origin + url.pathname }
}

import { headerOf, type PageInput } from '../../facts/page-input.ts'
import type { HttpResult } from '../result.ts'

/** How the server answered; sizes are bytes after decompression. */
export function httpOf(page: PageInput): HttpResult {
  return {
    final_url: page.finalUrl,
    status: page.status,
    content_type: headerOf(page, 'content-type'),
    response_size_bytes: page.body.byteLength,
    etag: headerOf(page, 'etag'),
    cache_control: page.headers['cache-control']?.join(', ') ?? null,
    redirect_chain: page.redirects.map(({ url, status, location }) => ({ url, status, location })),
  }
}

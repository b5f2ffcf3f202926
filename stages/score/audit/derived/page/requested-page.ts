import type { Facts } from '../../facts/facts.ts'

/**
 * The address that was audited, in its normal spelling and without a fragment. Callers who share an audit may each have
 * spelled it in their own way (`/secret/../page#token`), and get nothing of what another one wrote.
 */
export function requestedPage({ http, request }: Pick<Facts, 'http' | 'request'>): URL {
  const page = new URL(request.url, http.finalUrl)
  page.hash = ''
  return page
}

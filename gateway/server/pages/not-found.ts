import { createHash } from 'node:crypto'
import { consoleStyle, framed } from './frame.ts'
import { escaped } from './html.ts'

const style = consoleStyle(['tokens', 'base', 'controls', 'layout'])
const digest = createHash('sha256').update(style).digest('base64')

/** Nothing is loaded: the style is in the page, and there is no script. */
export const NOT_FOUND_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page of a path where nothing is, for a person: it leads home, and to the documentation. `path` is that of the request;
 * it is not shown. `message` says what is missing.
 */
export function notFoundPage({
  path,
  message,
  requestId,
}: {
  path: string
  message: string
  requestId: string
}): string {
  const home = homeOf(path)
  return framed({
    title: 'Page not found',
    home,
    head: `<meta name="robots" content="noindex">
<style>${style}</style>`,
    main: `<h1>Page not found</h1>
<p class="lead">${escaped(message)}. The URL may be mistyped, or what it led to is not kept any more.</p>
<p class="row"><a class="button primary" href="${home}">Go to PageProbe</a> <a class="button" href="${home}docs">API reference</a></p>
<p class="small">Status 404 · request <code>${escaped(requestId)}</code></p>`,
  })
}

/** The way up from a path: one step for each of its folders. */
function homeOf(path: string): string {
  return '../'.repeat(Math.max(0, path.split('/').length - 2)) || './'
}

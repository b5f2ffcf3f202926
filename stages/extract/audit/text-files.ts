import type { RobotsInput, TextFile } from '#shared/messages/payloads/audit-input.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import { maxRobotsBytes } from '#shared/web/robots/robots-txt.ts'
import { budgetOf, type LookupContext } from './lookup-context.ts'

/** Milliseconds for one file of the site. robots.txt names the sitemaps, so they wait for it. */
const FILE_MS = 4000
/** RFC 9309, section 2.3.1.2: redirects that are followed to a robots.txt; after more of them it counts as absent. */
const maxRobotsRedirects = 5
/** Bytes that are read of an llms.txt. */
const maxLlmsBytes = 256 * 1024

/** Loads robots.txt of the page's origin. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage serves look-ups. */
export async function loadRobotsTxt(context: LookupContext, page: string): Promise<RobotsInput> {
  const url = new URL('/robots.txt', page).href
  const file = await context.lookups.fetchFile(url, context.fileMaxBytes, budgetOf(context, FILE_MS))
  return { ...textFileOf(file, maxRobotsBytes), state: stateOf(file) }
}

/** Loads `/llms.txt` of the page's origin. */
export async function loadLlmsTxt(context: LookupContext, page: string): Promise<TextFile> {
  const { url } = skippedLlmsTxt(page)
  return textFileOf(
    await context.lookups.fetchFile(url, maxLlmsBytes, budgetOf(context, FILE_MS)),
    maxLlmsBytes,
  )
}

/** An llms.txt that was not looked up. */
export function skippedLlmsTxt(page: string): TextFile {
  const url = new URL('/llms.txt', page).href
  const nothing = { status: null, error: 'timeout', contentType: null, redirects: [] } as const
  return { url, finalUrl: url, ...nothing, bytes: 0, text: '', isCut: false }
}

function stateOf({ status, redirects }: FetchedFile): RobotsInput['state'] {
  if (status === null || status > 499 || status === 429) return 'unreachable'
  const isFound = status >= 200 && status < 300 && redirects.length <= maxRobotsRedirects
  return isFound ? 'found' : 'absent'
}

function textFileOf(file: FetchedFile, maxBytes: number): TextFile {
  const { url, finalUrl, status, error, contentType, redirects, body, isCut } = file
  const isFound = status !== null && status >= 200 && status < 300
  return {
    url,
    finalUrl,
    status,
    error,
    contentType,
    redirects,
    bytes: body.byteLength,
    text: isFound ? Buffer.from(body.subarray(0, maxBytes)).toString('utf8') : '',
    isCut: isCut || (isFound && body.byteLength > maxBytes),
  }
}

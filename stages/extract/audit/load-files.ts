import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { RobotsInput, TargetPage, TextFile } from '#shared/messages/payloads/audit-input.ts'
import type { FetchedFile, ProbeAnswer } from '#shared/ports/lookups.ts'
import { robotsText } from '#shared/web/robots/robots-text.ts'
import { maxRobotsBytes } from '#shared/web/robots/robots-txt.ts'
import { INDEXING_TOKEN } from '#shared/web/user-agents.ts'
import { budgetOf, type LookupContext } from './lookup-tasks.ts'
import type { TargetFacts } from './target-facts.ts'

/** Milliseconds for one target page. */
const TARGET_MS = 5000
/** Bytes that are read of a robots.txt, or of a page that the audited one refers to. */
const FILE_BYTES = 1024 * 1024

const nothing: TargetFacts = { canonical: null, robotsMetas: [], alternates: [] }

/**
 * Fetches and reads a page that the audited page refers to. Its first response is also reported like the answer of
 * a probe.
 */
export async function loadTarget(
  context: LookupContext,
  url: string,
): Promise<{ readonly target: TargetPage; readonly answer: ProbeAnswer }> {
  const [file, robotsAllowed] = await Promise.all([
    context.lookups.fetchFile(url, FILE_BYTES, budgetOf(context, TARGET_MS)),
    mayGooglebotFetch(context, url),
  ])
  const { finalUrl, status, error, redirects, contentType, robotsHeaders } = file
  const facts = isPage(file) ? await context.readTarget(file) : nothing
  const target = {
    url,
    finalUrl,
    status,
    error,
    redirects,
    contentType,
    robotsAllowed,
    robotsHeaders,
    ...facts,
  }
  return { target, answer: firstAnswer(file) }
}

/** Null while robots.txt is unreachable, or while the host may not be asked for it yet. */
async function mayGooglebotFetch(context: LookupContext, url: string): Promise<boolean | null> {
  const pending = context.lookups.robots(url, INDEXING_TOKEN, budgetOf(context, TARGET_MS))
  const verdict = await pending.catch((error: unknown) => {
    if (error instanceof ThrottledError) return null
    throw error
  })
  return verdict === null || verdict.state === 'unreachable' ? null : verdict.allowed
}

function isPage({ status, contentType }: FetchedFile): boolean {
  const isAnswered = status !== null && status >= 200 && status < 300
  return (
    isAnswered &&
    (contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType))
  )
}

/** The answer that a probe would give: the first response, redirects not followed. */
function firstAnswer({
  url,
  status,
  error,
  redirects,
  contentType,
  robotsHeaders,
}: FetchedFile): ProbeAnswer {
  const [redirect] = redirects
  const common = { url, error, headers: {}, httpVersion: null }
  if (redirect) return { ...common, status: redirect.status, location: redirect.location, contentType: null }
  const headers: Record<string, string> =
    robotsHeaders.length > 0 ? { 'x-robots-tag': robotsHeaders.join(', ') } : {}
  return { ...common, status, location: null, contentType, headers }
}

/** Milliseconds for one file of the site. robots.txt names the sitemaps, so they wait for it. */
const FILE_MS = 4000
/** RFC 9309, section 2.3.1.2: redirects that are followed to a robots.txt; after more of them it counts as absent. */
const maxRobotsRedirects = 5
/** Bytes that are read of an llms.txt. */
const maxLlmsBytes = 256 * 1024

/** Loads robots.txt of the page's origin. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage serves look-ups. */
export async function loadRobotsTxt(context: LookupContext, page: string): Promise<RobotsInput> {
  const url = new URL('/robots.txt', page).href
  const file = await context.lookups.fetchFile(url, FILE_BYTES, budgetOf(context, FILE_MS))
  const read = textFileOf(file, maxRobotsBytes)
  const text = read.text === '' ? '' : robotsText(file.body.subarray(0, maxRobotsBytes))
  return { ...read, text, state: stateOf(file) }
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

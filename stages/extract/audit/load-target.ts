import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import type { FetchedFile, ProbeAnswer } from '#shared/ports/lookups.ts'
import { INDEXING_TOKEN } from '#shared/web/user-agents.ts'
import { budgetOf, type LookupContext } from './lookup-context.ts'
import type { TargetFacts } from './target-facts.ts'

/** Milliseconds for one target page. */
const TARGET_MS = 5000

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
    context.lookups.fetchFile(url, context.fileMaxBytes, budgetOf(context, TARGET_MS)),
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

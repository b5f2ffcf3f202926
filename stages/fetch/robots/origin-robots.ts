import { Failure, isUnavailable } from '#shared/errors.ts'
import { type SiteFailure, siteFailures } from '#shared/ports/lookups.ts'
import { maxRobotsBytes, parseRobotsTxt, type RobotsFile } from '#shared/web/robots/robots-txt.ts'
import type { HttpClient } from '../http/client.ts'
import { PermitDenied } from '../http/host-permits.ts'
import type { HttpResult, PageRequest } from '../http/page-request.ts'
import { makeRedirectState } from '../http/redirects.ts'

/** The robots.txt of an origin, as far as it is known. */
export type OriginRobots = RobotsState & { readonly weight: number }

type RobotsState =
  | { readonly state: 'found'; readonly file: RobotsFile }
  | { readonly state: 'absent' }
  | UnreachableRobots

/** `status` is that of the response; null when there was no complete one. */
export interface UnreachableRobots {
  readonly state: 'unreachable'
  readonly status: number | null
  readonly siteFailure?: SiteFailure
}

export interface RobotsReadOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly userAgent: string
  /** Milliseconds for one robots.txt with its redirects. */
  readonly timeoutMs: number
  /** RFC 9309, section 2.3.1.2: at least five. */
  readonly maxRedirects: number
}

export type RequestPacing = Pick<PageRequest, 'permits' | 'redirectState'>

/** Reads one robots.txt. Rejects as the permits of `pacing` do, never because of the site. */
export async function readOriginRobots(
  options: RobotsReadOptions,
  url: string,
  pacing: RequestPacing,
): Promise<OriginRobots> {
  const { client, userAgent, timeoutMs, maxRedirects } = options
  const { redirectState = makeRedirectState(url) } = pacing
  try {
    const result = await client.fetchPage({
      url,
      userAgent,
      timeoutMs,
      maxRedirects,
      headers: { accept: 'text/plain,*/*;q=0.8' },
      maxBytes: maxRobotsBytes,
      overflow: 'cut',
      ...pacing,
      redirectState,
    })
    return toOriginRobots(result)
  } catch (error) {
    if (!(error instanceof Failure) || isUnavailable(error)) throw error
    if (isRedirectLimit(error)) return absent()
    // A redirect is a response of the site.
    return unreachable(null, redirectState.redirects.length === 0 ? toSiteFailure(error) : undefined)
  }
}

/**
 * RFC 9309, sections 2.3.1.1 to 2.3.1.4. 429 counts as unavailable, as with Google. Other statuses mean that
 * there is no file.
 */
function toOriginRobots({ status, body }: HttpResult): OriginRobots {
  if (status > 499 || status === 429) return unreachable(status)
  if (status < 200 || status > 299) return absent()
  const file = parseRobotsTxt(body)
  return { state: 'found', file, weight: weightOf(file, body) }
}

function absent(): OriginRobots {
  return { state: 'absent', weight: bytesPer.entry }
}

function unreachable(status: number | null, siteFailure?: SiteFailure): OriginRobots {
  return { state: 'unreachable', status, ...(siteFailure && { siteFailure }), weight: bytesPer.entry }
}

/** Undefined when the site was connected to. */
function toSiteFailure(error: Failure): SiteFailure | undefined {
  if (error instanceof PermitDenied || error.code === 'INVALID_URL') return 'not_requested'
  return error.code === 'URL_UNREACHABLE'
    ? siteFailures.find((reason) => reason === reasonOf(error))
    : undefined
}

/** RFC 9309, section 2.3.1.2: a file behind more redirects than are followed counts as absent. */
function isRedirectLimit(error: Failure): boolean {
  return error.code === 'URL_UNREACHABLE' && reasonOf(error) === 'too_many_redirects'
}

function reasonOf({ details }: Failure): unknown {
  return (details as { reason?: unknown } | null)?.reason
}

/**
 * The approximate memory of a cached entry besides its text, in bytes: the entry itself, its decisions, a
 * group, a rule with its places in the search order, a piece of a rule.
 */
const bytesPer = { entry: 500, verdicts: 3000, group: 500, rule: 400, piece: 16 }

function weightOf({ groups }: RobotsFile, body: Buffer): number {
  const rules = groups.flatMap((group) => group.rules)
  const pieces = rules.reduce((total, { pattern }) => total + pattern.pieces.length, 0)
  const parts = groups.length * bytesPer.group + rules.length * bytesPer.rule + pieces * bytesPer.piece
  return bytesPer.entry + bytesPer.verdicts + 2 * body.length + parts
}

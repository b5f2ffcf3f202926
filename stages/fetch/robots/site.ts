import { Failure, isUnavailable } from '#shared/errors.ts'
import { maxRobotsBytes, parseRobotsTxt, type RobotsFile } from '#shared/robots/robots-txt.ts'
import type { HttpClient } from '../http/client.ts'
import { NoTurn } from '../http/pace.ts'
import type { Fetched, PageRequest } from '../http/page.ts'

/** What is known of the robots.txt of an origin. */
export type Site = Found & {
  readonly weight: number
  /** Nobody was asked: that says nothing of the site. */
  readonly isUnasked?: boolean
}

type Found =
  | { readonly state: 'found'; readonly file: RobotsFile }
  | { readonly state: 'absent' }
  | { readonly state: 'unreachable'; readonly status: number | null }

export interface SiteOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly userAgent: string
  /** Milliseconds for one robots.txt with its redirects. */
  readonly timeoutMs: number
  /** RFC 9309, 2.3.1.2: five at least. */
  readonly maxRedirects: number
}

export type Manners = Pick<PageRequest, 'pace' | 'trail'>

/** Reads one robots.txt. Rejects with what the manners reject with, never because of the site. */
export async function readSite(options: SiteOptions, url: string, manners: Manners): Promise<Site> {
  const { client, userAgent, timeoutMs, maxRedirects } = options
  try {
    const fetched = await client.fetchPage({
      url,
      userAgent,
      timeoutMs,
      maxRedirects,
      headers: { accept: 'text/plain,*/*;q=0.8' },
      maxBytes: maxRobotsBytes,
      overflow: 'cut',
      ...manners,
    })
    return siteOf(fetched)
  } catch (error) {
    if (!(error instanceof Failure) || isUnavailable(error)) throw error
    if (error instanceof NoTurn) return { ...unreachable(null), isUnasked: true }
    return isEndlessRedirect(error) ? absent() : unreachable(null)
  }
}

/** RFC 9309, 2.3.1.1 to 2.3.1.4. 429 is one more way to say "not now", as Google has it; odd statuses bring no file. */
function siteOf({ status, body }: Fetched): Site {
  if (status > 499 || status === 429) return unreachable(status)
  if (status < 200 || status > 299) return absent()
  const file = parseRobotsTxt(body)
  return { state: 'found', file, weight: weightOf(file, body) }
}

function absent(): Site {
  return { state: 'absent', weight: bytesPer.entry }
}

/** `status` is that of the answer, null when there was none. */
function unreachable(status: number | null): Site {
  return { state: 'unreachable', status, weight: bytesPer.entry }
}

/** RFC 9309, 2.3.1.2: not reached within the redirects that are followed counts as unavailable. */
function isEndlessRedirect({ code, details }: Failure): boolean {
  return (
    code === 'URL_UNREACHABLE' && (details as { reason?: unknown } | null)?.reason === 'too_many_redirects'
  )
}

/**
 * What a remembered entry takes in memory besides its text, about: bytes for itself, its verdicts, a group, a rule with its
 * places in the order of a search, a rule's piece.
 */
const bytesPer = { entry: 500, verdicts: 3000, group: 500, rule: 400, piece: 16 }

function weightOf({ groups }: RobotsFile, body: Buffer): number {
  const rules = groups.flatMap((group) => group.rules)
  const pieces = rules.reduce((total, { pattern }) => total + pattern.pieces.length, 0)
  const parts = groups.length * bytesPer.group + rules.length * bytesPer.rule + pieces * bytesPer.piece
  return bytesPer.entry + bytesPer.verdicts + 2 * body.length + parts
}

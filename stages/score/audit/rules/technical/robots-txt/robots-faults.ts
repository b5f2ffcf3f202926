import type { RobotsInput } from '#shared/messages/payloads/audit-input.ts'
import type { Line } from '#shared/web/robots/robots-txt.ts'
import { lineText, robotsLines, robotsOctets } from '../../../derived/robots/robots-decision.ts'
import { memoize } from '../../../engine/memoize.ts'

export interface RobotsFault {
  readonly line: number
  readonly text: string
  readonly fault: string
}

export interface RobotsFaults {
  readonly faults: readonly RobotsFault[]
  /** Lines with content. */
  readonly lines: number
}

/** Directives that others than Google document; `noindex` has a rule of its own. */
const tolerated =
  /^(?:crawl-delay|clean-param|host|request-rate|visit-time|noindex|content-signal|content-usage|license|schemamap)$/i

/** The names of the directives (RFC 9309, section 2.2); Google alone also reads frequent misspellings of them. */
const exactly: Readonly<Record<Line['key'], RegExp>> = {
  'user-agent': /^user-agent\s*:/i,
  allow: /^allow\s*:/i,
  disallow: /^disallow\s*:/i,
  sitemap: /^sitemap\s*:/i,
  'crawl-delay': /^crawl-delay\s*:/i,
  other: /^/,
}

/** Lines that crawlers skip or read differently than intended. */
export const robotsFaults = memoize((robots: RobotsInput): RobotsFaults => {
  const faults: RobotsFault[] = []
  const lines = robotsLines(robots)
  const understood = new Set(lines.map(({ number }) => number))
  let hasGroup = false
  for (const line of lines) {
    hasGroup ||= line.key === 'user-agent'
    const fault = faultOf(line, hasGroup)
    if (fault !== null) faults.push({ line: line.number, text: lineText(line).slice(0, 200), fault })
  }
  const bare = bareLines(robotsOctets(robots)).filter(({ line }) => !understood.has(line))
  const all = [...faults, ...bare].sort((a, b) => a.line - b.line)
  return { faults: all, lines: lines.length + bare.length }
})

function faultOf(line: Line, hasGroup: boolean): string | null {
  const { key, value } = line
  const ofName = nameFault(line)
  if (ofName !== null || key === 'other') return ofName
  if (key === 'user-agent') return value === '' ? 'no user agent' : null
  if (key === 'sitemap') return isSitemapUrl(value) ? null : 'not an absolute sitemap URL'
  return key === 'allow' || key === 'disallow' ? pathFault(value, hasGroup) : null
}

function nameFault({ key, text }: Line): string | null {
  const name = text.split(/[:\s]/, 1)[0] ?? ''
  if (key === 'other') return tolerated.test(name) ? null : 'unknown directive'
  if (!/^[^#]*:/.test(text)) return 'no colon'
  return exactly[key].test(text) ? null : 'misspelled directive that only Google understands'
}

function pathFault(path: string, hasGroup: boolean): string | null {
  if (!hasGroup) return 'rule before the first user-agent'
  if (path !== '' && !/^[/*]/.test(path)) return 'path does not start with / or *'
  return /\$./.test(path) ? '$ is not at the end' : null
}

function isSitemapUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(Buffer.from(value, 'latin1').toString('utf8'))
}

/** Lines with content but without a key. Line numbers are the parser's, which counts CR, LF and CR LF. */
function bareLines(octets: string): RobotsFault[] {
  return octets
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => {
      const text = lineText({ text: line }).trim()
      const isSaid = text !== '' && !text.startsWith('#')
      return isSaid ? [{ line: index + 1, text: text.slice(0, 200), fault: 'no directive' }] : []
    })
}

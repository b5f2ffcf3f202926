import type { RobotsInput } from '#shared/messages/payloads/audit-input.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { matchRobots } from '#shared/web/robots/match-robots.ts'
import {
  type Line,
  maxRobotsBytes,
  parseRobotsTxt,
  type RobotsFile,
  readLines,
} from '#shared/web/robots/robots-txt.ts'
import { memoize } from '../../engine/memoize.ts'

const robotsFile = memoize((robots: RobotsInput): RobotsFile => parseRobotsTxt(Buffer.from(robots.text)))

/** The part of the file that crawlers read, one octet a character. */
export function robotsOctets({ text }: Pick<RobotsInput, 'text'>): string {
  return Buffer.from(text).toString('latin1', 0, maxRobotsBytes)
}

/** Lines with a key and a value, one octet a character. */
export const robotsLines = memoize((robots: RobotsInput): readonly Line[] => {
  return [...readLines(robotsOctets(robots))]
})

/** The text of a line in the characters of the file. */
export function lineText({ text }: Pick<Line, 'text'>): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}

/**
 * The decision of robots.txt on a URL of its origin for a product token. Null when the file cannot be read, since
 * it is then unknown what is disallowed. An absent file allows everything.
 */
export function robotsDecision(robots: RobotsInput, bot: string, url: string): RobotsDecision | null {
  return robots.state === 'unreachable' ? null : matchRobots(robotsFile(robots), bot, url)
}

/** Whether a group of the file names the token. */
export function namesBot(robots: RobotsInput, bot: string): boolean {
  return robotsFile(robots).groups.some(({ agents }) => agents.has(bot.toLowerCase()))
}

/** Crawl delay in seconds, of the token's group or of the group for all. */
export function crawlDelayOf(robots: RobotsInput, bot: string): number | null {
  const { crawlDelays } = robotsFile(robots)
  return crawlDelays.get(namesBot(robots, bot) ? bot.toLowerCase() : '*') ?? null
}

/** Whether the file belongs to the URL's origin. */
export function isOwnRobots(robots: RobotsInput, url: string): boolean {
  return URL.parse(url)?.origin === URL.parse(robots.url)?.origin
}

/**
 * The decision on a file of the page. Null where the line disallows the page itself, too: that one fault is reported by
 * robots-txt-blocks-page or noindex-not-crawlable.
 */
export function decisionOnFile(
  robots: RobotsInput,
  bot: string,
  { url, page }: Readonly<Record<'url' | 'page', string>>,
): RobotsDecision | null {
  const verdict = robotsDecision(robots, bot, url)
  if (verdict?.allowed !== false || !isOwnRobots(robots, page)) return verdict
  const ofPage = robotsDecision(robots, 'Googlebot', page)
  return ofPage?.allowed === false && ofPage.line === verdict.line ? null : verdict
}

/** The deciding line, as an issue shows it. */
export function ruleText({ rule, line, group }: RobotsDecision): string {
  return rule === null ? 'robots.txt' : `robots.txt line ${line} (User-agent: ${group}): ${rule}`
}

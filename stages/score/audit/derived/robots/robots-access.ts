import type { RobotsInput } from '#shared/messages/payloads/audit-input.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { type Line, readLines } from '#shared/robots/lines.ts'
import { matchRobots } from '#shared/robots/match-robots.ts'
import { maxRobotsBytes, parseRobotsTxt, type RobotsFile } from '#shared/robots/robots-txt.ts'
import { memoize } from '../../engine/memoize.ts'

const robotsFile = memoize((robots: RobotsInput): RobotsFile => parseRobotsTxt(Buffer.from(robots.text)))

/** What crawlers read of the file; one octet a character. */
export function robotsOctets({ text }: Pick<RobotsInput, 'text'>): string {
  return Buffer.from(text).toString('latin1', 0, maxRobotsBytes)
}

/** Lines that have a key and a value; one octet a character. */
export const robotsLines = memoize((robots: RobotsInput): readonly Line[] => {
  return [...readLines(robotsOctets(robots))]
})

/** What a line says in the characters of the file. */
export function lineText({ text }: Pick<Line, 'text'>): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}

/**
 * What robots.txt says of a URL of its origin for a product token. Null when it cannot be read: whether something is
 * disallowed is not known then. A file that is absent allows all.
 */
export function robotsVerdict(robots: RobotsInput, bot: string, url: string): RobotsDecision | null {
  return robots.state === 'unreachable' ? null : matchRobots(robotsFile(robots), bot, url)
}

/** Whether a group of the file names the token. */
export function namesBot(robots: RobotsInput, bot: string): boolean {
  return robotsFile(robots).groups.some(({ agents }) => agents.has(bot.toLowerCase()))
}

/** Seconds of the group for the token, or of everyone's. */
export function crawlDelayOf(robots: RobotsInput, bot: string): number | null {
  const { crawlDelays } = robotsFile(robots)
  return crawlDelays.get(namesBot(robots, bot) ? bot.toLowerCase() : '*') ?? null
}

/** Whether the file is that of the URL's origin. */
export function isOwnRobots(robots: RobotsInput, url: string): boolean {
  return URL.parse(url)?.origin === URL.parse(robots.url)?.origin
}

/** The deciding line as a finding shows it. */
export function ruleText({ rule, line, group }: RobotsDecision): string {
  return rule === null ? 'robots.txt' : `robots.txt line ${line} (User-agent: ${group}): ${rule}`
}

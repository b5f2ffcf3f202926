import { expect } from 'chai'
import {
  crawlDelayOf,
  isOwnRobots,
  lineText,
  namesBot,
  robotsDecision,
  robotsLines,
  ruleText,
} from '#stages/score/audit/derived/robots/robots-decision.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const robotsOf = (robotsTxt: string) => auditFacts({ robotsTxt }).robots
const url = 'https://www.example.com/a/ü'

describe('decisions of robots.txt', () => {
  const robots = robotsOf(
    'User-agent: *\nDisallow: /a\nCrawl-delay: 3\n\nUser-agent: GoogleBot\nAllow: /a/ü\nDisallow: /\n',
  )

  it('are those of the group that names the crawler, with the rule that decides', () => {
    const own = robotsDecision(robots, 'Googlebot', url)
    expect(own).to.include({ allowed: true, line: 6, group: 'GoogleBot', rule: 'Allow: /a/ü' })
    const other = robotsDecision(robots, 'Bingbot', url)
    expect(other?.allowed).to.equal(false)
    expect(other && ruleText(other)).to.equal('robots.txt line 2 (User-agent: *): Disallow: /a')
  })

  it('have groups and delays', () => {
    expect([namesBot(robots, 'googlebot'), namesBot(robots, 'Bingbot')]).to.deep.equal([true, false])
    expect([crawlDelayOf(robots, 'Bingbot'), crawlDelayOf(robots, 'Googlebot')]).to.deep.equal([3, null])
  })

  it('are unknown for an unreadable file, and allow everything without a file', () => {
    const unreachable = auditFacts({ robots: { state: 'unreachable', status: 503 } }).robots
    expect(robotsDecision(unreachable, 'Googlebot', url)).to.equal(null)
    expect(robotsDecision(auditFacts({}).robots, 'Googlebot', url)?.allowed).to.equal(true)
  })

  it('apply to the origin of the file', () => {
    expect(isOwnRobots(robots, 'https://www.example.com:443/x')).to.equal(true)
    expect(isOwnRobots(robots, 'http://www.example.com/x')).to.equal(false)
  })

  it('show lines in the characters of the file', () => {
    expect(robotsLines(robotsOf('Sitemap: https://a.example/ü')).map(lineText)).to.deep.equal([
      'Sitemap: https://a.example/ü',
    ])
  })
})

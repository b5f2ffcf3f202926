import { expect } from 'chai'
import { matchRobots, maxSearchSteps } from '#shared/web/robots/match-robots.ts'
import { maxRobotsBytes, maxRules, parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'

const path = `/${'a'.repeat(8191)}`
const url = `http://shop.example${path}`

/** As many lines as fit in a robots.txt. */
function fileOf(line: (index: number) => string): Buffer {
  const lines = ['user-agent: *']
  let length = 14
  for (let index = 0; ; index++) {
    const next = line(index)
    length += next.length + 1
    if (length > maxRobotsBytes) return Buffer.from(`${lines.join('\n')}\n`)
    lines.push(next)
  }
}

/** Cost of one decision, in characters. */
function stepsFor(file: Buffer, agent = 'FooBot', at = url) {
  const steps = { passed: 0, searched: 0 }
  const verdict = matchRobots(parseRobotsTxt(file), agent, at, steps)
  return { verdict, ...steps }
}

const base36 = (index: number) => index.toString(36)

describe('makeRuleSet', () => {
  for (const [name, line] of [
    ['near misses of all lengths', (index: number) => `allow:/${'a'.repeat(index % 900)}b${base36(index)}`],
    ['near misses of one length', (index: number) => `allow:/aaa${base36(index).padStart(4, '0')}`],
    ['beginnings of wildcard rules', (index: number) => `allow:/aaaaa${base36(index)}b*c`],
    ['ends of wildcard rules', (index: number) => `allow:/*${base36(index)}b$`],
  ] as const) {
    it(`takes time in proportion to file and path for ${name}`, () => {
      const file = fileOf(line)
      const { verdict, passed } = stepsFor(file)
      expect(verdict).to.include({ allowed: true, rule: null })
      expect(passed).to.be.at.most(file.length + path.length)
    })
  }

  it('stops the search for wildcard rules, and disallows what a disallow rule may match', () => {
    for (const rule of ['*a*a*b', '*aaaaaab', '*b']) {
      const file = fileOf((index) => `disallow:/${rule}${base36(index)}`)
      const { verdict, searched } = stepsFor(file)
      expect(searched).to.be.at.most(maxSearchSteps + path.length)
      expect(verdict).to.include({ state: 'found', allowed: false })
      expect(verdict.rule).to.match(/^disallow:\/\*/)
    }
  })

  it('does not apply an allow rule when the search stops', () => {
    const file = fileOf((index) => (index === 0 ? 'disallow:/a' : `allow:/*b${base36(index)}`))
    expect(stepsFor(file).verdict).to.include({ allowed: false, rule: 'disallow:/a', line: 2 })
  })

  it('searches enough for 5,000 wildcard rules and an address of 300 characters', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `disallow: /*/${index}/*?sort=`)
    const file = Buffer.from(['user-agent: *', ...lines, ''].join('\n'))
    const { verdict } = stepsFor(file, 'FooBot', `http://shop.example/${'shoes/'.repeat(48)}`)
    expect(verdict).to.include({ allowed: true, rule: null })
  })

  it('caches the decision on a file, a token and a path', () => {
    const file = parseRobotsTxt(fileOf((index) => `disallow:/*a*a*b${base36(index)}`))
    const steps = { passed: 0, searched: 0 }
    const first = matchRobots(file, 'FooBot', url, steps)
    const once = { ...steps }
    expect(matchRobots(file, 'BarBot', `${url}#part`, steps)).to.deep.equal(first)
    expect(steps).to.deep.equal(once)
    expect(matchRobots(file, 'FooBot', 'http://shop.example/other', steps).allowed).to.equal(true)
  })

  it('decides the same after a path was evicted', () => {
    const file = parseRobotsTxt(Buffer.from('user-agent: *\ndisallow: /1\ndisallow: /*2\n'))
    for (const round of [0, 1]) {
      for (let index = 0; index < 40; index++) {
        const { allowed } = matchRobots(file, 'FooBot', `http://shop.example/${index}`)
        expect(allowed, `${round}/${index}`).to.equal(!/^1|2/.test(`${index}`))
      }
    }
  })

  it(`uses the first ${maxRules} rules of a file, and applies no rule of a later group to an earlier one`, () => {
    const file = parseRobotsTxt(fileOf((index) => (index === maxRules + 9 ? 'user-agent: b' : 'allow:/a')))
    expect(file.groups).to.have.lengthOf(2)
    expect(file.groups[0]?.rules).to.have.lengthOf(maxRules)
    expect(file.groups[1]?.rules).to.have.lengthOf(0)
  })

  it('parses the delays of many agents in one pass', () => {
    const agents = Array.from({ length: 19_000 }, (_, index) => `user-agent:${letters(index)}`)
    const delays = Array.from({ length: 15_000 }, (_, index) => `crawl-delay:${index % 9}`)
    const mixed = agents.flatMap((agent, index) => [agent, ...delays.slice(index, index + 1)])
    const { crawlDelays } = parseRobotsTxt(Buffer.from(mixed.join('\n')))
    expect(crawlDelays.get('a')).to.equal(8)
    expect(crawlDelays.get(letters(14_999))).to.equal(14_999 % 9)
    expect(crawlDelays.has(letters(15_000))).to.equal(false)
  })
})

function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return `${rest === 0 ? '' : letters(rest - 1)}${String.fromCharCode(97 + (index % 26))}`
}

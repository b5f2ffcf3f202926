import { expect } from 'chai'
import { matchesPath, parsePattern, type StepLimit } from '#shared/web/robots/pattern.ts'

/** Reference implementation: tries every text that a `*` may match. */
function matchesSlowly(pattern: string, path: string): boolean {
  if (pattern === '') return true
  if (pattern === '$') return path === ''
  if (pattern[0] === '*') {
    return matchesSlowly(pattern.slice(1), path) || (path !== '' && matchesSlowly(pattern, path.slice(1)))
  }
  return path !== '' && pattern[0] === path[0] && matchesSlowly(pattern.slice(1), path.slice(1))
}

/** All texts of the letters up to the length. */
function words(letters: string, length: number): string[] {
  if (length === 0) return ['']
  const shorter = words(letters, length - 1)
  return [...new Set([...shorter, ...shorter.flatMap((word) => [...letters].map((letter) => word + letter))])]
}

const limit = (most = Number.POSITIVE_INFINITY): StepLimit => ({ steps: { passed: 0, searched: 0 }, most })

describe('parsePattern and matchesPath', () => {
  it('decide like the reference implementation', () => {
    const patterns = words('ab*', 5).flatMap((pattern) => [pattern, `${pattern}$`])
    const paths = words('ab', 5)
    const wrong = patterns.flatMap((pattern) => {
      const parsed = parsePattern(pattern)
      return paths
        .filter((path) => matchesPath(parsed, path, limit()) !== matchesSlowly(pattern, path))
        .map((path) => [pattern, path])
    })
    expect(wrong).to.deep.equal([])
    expect(patterns.length * paths.length).to.be.greaterThan(40_000)
  })

  it('pass no character of the path twice, and stop at the step limit', () => {
    const pattern = parsePattern('/*a*a*a*b')
    const path = `/${'a'.repeat(8000)}`
    const free = limit()
    expect(matchesPath(pattern, path, free)).to.equal(false)
    expect(free.steps.passed).to.be.at.most(path.length)
    expect(matchesPath(pattern, path, limit(2))).to.equal('unknown')
    expect(matchesPath(parsePattern('/b*a'), path, limit(0))).to.equal(false)
  })

  it('measure the pattern in octets (RFC 9309, section 2.2.2)', () => {
    expect(
      ['/', '/a*b$', '/a***b', '/ツ', '/%62'].map(
        (text) => parsePattern(Buffer.from(text).toString('latin1')).length,
      ),
    ).to.deep.equal([1, 5, 6, 10, 2])
  })
})

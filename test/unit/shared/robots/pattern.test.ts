import { expect } from 'chai'
import { matches, parsePattern } from '#shared/robots/pattern.ts'

/** The textbook way, to compare with: tries all that a `*` may stand for. */
function matchesSlowly(pattern: string, path: string): boolean {
  if (pattern === '') return true
  if (pattern === '$') return path === ''
  if (pattern[0] === '*') {
    return matchesSlowly(pattern.slice(1), path) || (path !== '' && matchesSlowly(pattern, path.slice(1)))
  }
  return path !== '' && pattern[0] === path[0] && matchesSlowly(pattern.slice(1), path.slice(1))
}

/** All texts over the letters up to the length. */
function words(letters: string, length: number): string[] {
  if (length === 0) return ['']
  const shorter = words(letters, length - 1)
  return [...new Set([...shorter, ...shorter.flatMap((word) => [...letters].map((letter) => word + letter))])]
}

describe('pattern', () => {
  it('decides as trying all ways does', () => {
    const patterns = words('ab*', 5).flatMap((pattern) => [pattern, `${pattern}$`])
    const paths = words('ab', 5)
    const wrong = patterns.flatMap((pattern) => {
      const parsed = parsePattern(pattern)
      return paths
        .filter((path) => matches(parsed, path) !== matchesSlowly(pattern, path))
        .map((path) => [pattern, path])
    })
    expect(wrong).to.deep.equal([])
    expect(patterns.length * paths.length).to.be.greaterThan(40_000)
  })

  it('measures the pattern in octets (RFC 9309, 2.2.2)', () => {
    expect(
      ['/', '/a*b$', '/ツ', '/%62'].map((text) => parsePattern(Buffer.from(text).toString('latin1')).length),
    ).to.deep.equal([1, 5, 10, 2])
  })
})

import { expect } from 'chai'
import { MultiPatternMatcher } from '#stages/extract/technologies/multi-pattern-matcher.ts'

function found(text: string, ...patterns: readonly string[]): string[] {
  const into = new Set<string>()
  new MultiPatternMatcher(patterns.map((pattern) => [pattern, pattern] as const)).find(text, into)
  return [...into].sort()
}

describe('multi-pattern matcher', () => {
  it('finds nothing without patterns', () => {
    expect(found('text')).to.deep.equal([])
    expect(found('', 'a')).to.deep.equal([])
  })

  // The example of Aho and Corasick (1975), section 2, with bars where words end.
  it('finds patterns within patterns', () => {
    expect(found('/u/sh/he/rs/', '/he', '/sh/he', '/his', '/sh/he/rs')).to.deep.equal([
      '/he',
      '/sh/he',
      '/sh/he/rs',
    ])
  })

  it('continues with the longest suffix where a longer pattern fails', () => {
    expect(found('/a/a/a/b', '/a/a/b', '/a/a/a/c')).to.deep.equal(['/a/a/b'])
    expect(found('/x/y/z!', '/x/y/zz', '/y/z')).to.deep.equal(['/y/z'])
  })

  it('finds two values of the same pattern', () => {
    const into = new Set<number>()
    new MultiPatternMatcher([
      ['/a/', 1],
      ['/a/', 2],
    ]).find('x/a/y', into)
    expect([...into]).to.deep.equal([1, 2])
  })

  it('finds whole words only, also after a partial match', () => {
    expect(found('/vue.json', '/vue.js')).to.deep.equal([])
    expect(found('/vue.json /vue.js?1', '/vue.js')).to.deep.equal(['/vue.js'])
    expect(found('my_paq', '_paq', 'paq')).to.deep.equal(['_paq'])
  })

  it('skips characters outside ASCII', () => {
    expect(found('ü/a/ü\u{1f600}/a', '/a/')).to.deep.equal(['/a/'])
    expect(found('/ā/', '/a/')).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { MultiPatternMatcher } from '#stages/extract/technologies/multi-pattern-matcher.ts'

function found(text: string, ...patterns: readonly string[]): string[] {
  const into = new Set<string>()
  new MultiPatternMatcher(patterns.map((pattern) => [pattern, pattern] as const)).find(text, into)
  return [...into].sort()
}

describe('extract: needles', () => {
  it('finds none of none', () => {
    expect(found('text')).to.deep.equal([])
    expect(found('', 'a')).to.deep.equal([])
  })

  // The classic of Aho and Corasick (1975), section 2, with bars where words end.
  it('finds needles within needles', () => {
    expect(found('/u/sh/he/rs/', '/he', '/sh/he', '/his', '/sh/he/rs')).to.deep.equal([
      '/he',
      '/sh/he',
      '/sh/he/rs',
    ])
  })

  it('goes on with the longest suffix where a longer needle breaks off', () => {
    expect(found('/a/a/a/b', '/a/a/b', '/a/a/a/c')).to.deep.equal(['/a/a/b'])
    expect(found('/x/y/z!', '/x/y/zz', '/y/z')).to.deep.equal(['/y/z'])
  })

  it('finds two needles of the same text', () => {
    const into = new Set<number>()
    new MultiPatternMatcher([
      ['/a/', 1],
      ['/a/', 2],
    ]).find('x/a/y', into)
    expect([...into]).to.deep.equal([1, 2])
  })

  it('finds whole words only, and finds the whole one after a part', () => {
    expect(found('/vue.json', '/vue.js')).to.deep.equal([])
    expect(found('/vue.json /vue.js?1', '/vue.js')).to.deep.equal(['/vue.js'])
    expect(found('my_paq', '_paq', 'paq')).to.deep.equal(['_paq'])
  })

  it('passes over what is not ASCII', () => {
    expect(found('ü/a/ü\u{1f600}/a', '/a/')).to.deep.equal(['/a/'])
    expect(found('/ā/', '/a/')).to.deep.equal([])
  })
})

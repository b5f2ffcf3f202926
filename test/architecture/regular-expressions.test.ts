import { globSync } from 'node:fs'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { superlinearGrowth } from '#test/support/source/growth.ts'
import { regularExpressions } from '#test/support/source/regular-expressions.ts'

/** The programs whose main threads are shared: all parts, and the command lines. */
const ENTRIES = [
  'infra/run/service.ts',
  ...globSync('stages/*/main.ts', { cwd: root }),
  'gateway/main.ts',
  ...globSync('gateway/cli/*.ts', { cwd: root }),
]

describe('regular expressions on threads that others share', function () {
  this.timeout(300_000)

  it('take time in proportion to the text, on near misses of every class in them', () => {
    const found = regularExpressions(ENTRIES)
    expect(found.length).to.be.above(400)
    const slow = found.flatMap(({ path, source, flags }) => {
      const growth = superlinearGrowth(source, flags)
      return growth === null
        ? []
        : [
            `${path}: /${source.slice(0, 100)}/${flags} on ${growth.text}: ${growth.shortMs} ms, ${growth.longMs} ms`,
          ]
    })
    expect(slow).to.deep.equal([])
  })

  it('ignore case as a whole: V8 does not do so for words in (?i:), where it optimises no regular expressions', () => {
    const found = regularExpressions(ENTRIES).filter(({ source }) => /\(\?i[a-z]*(?:-[a-z]+)?:/.test(source))
    expect(found.map(({ path, source }) => `${path}: ${source}`)).to.deep.equal([])
  })

  for (const [why, expression] of [
    ['a run that may end anywhere', /\/+$/],
    ['a class that holds the separator', /(?:^|[/_.-])\w*kalender(?:[/_.-]|$)/i],
    ['quoted strings without an end', /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/gs],
    ['two runs of the same characters', /^a+\s*\s*b$/],
    ['nested runs', /^(?:\w+-?)+$/],
  ] as const) {
    it(`are found slow: ${why}`, () => {
      expect(superlinearGrowth(expression.source, expression.flags)).not.to.equal(null)
    })
  }

  for (const expression of [/^\s*(\d+)/, /[^/]+\.html$/y, /\bcharset=([\w-]+)/gi]) {
    it(`are not found slow: ${expression}`, () => {
      expect(superlinearGrowth(expression.source, expression.flags)).to.equal(null)
    })
  }
})

import { expect } from 'chai'
import { beginsWith, contains } from '#stages/extract/technologies/multi-pattern-matcher.ts'

const within: readonly (readonly [text: string, words: string, is: boolean])[] = [
  ['nginx', 'nginx', true],
  ['nginx/1.24.0', 'nginx', true],
  ['1.1 varnish, 1.1 x (varnish)', '(varnish)', true],
  ['apache-coyote/1.1', 'apache', false],
  ['openresty', 'resty', false],
  ['my_nginx', 'nginx', false],
  ['nginxy, nginx', 'nginx', true],
  ['jboss-4.2.0', 'jboss-', true],
  ['', 'nginx', false],
]

describe('whole words', () => {
  for (const [text, words, is] of within)
    it(`"${text}" ${is ? 'contains' : 'does not contain'} "${words}"`, () => {
      expect(contains(text, words)).to.equal(is)
    })

  it('begin a text or do not', () => {
    expect(beginsWith('hugo 0.121', 'hugo')).to.equal(true)
    expect(beginsWith('hugolike', 'hugo')).to.equal(false)
    expect(beginsWith('not hugo', 'hugo')).to.equal(false)
    expect(beginsWith('mkdocs-1.6', 'mkdocs-1')).to.equal(true)
  })
})

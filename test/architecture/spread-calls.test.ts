import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { spreadCalls } from '#test/support/source/spread-calls.ts'

/** Where lists of pages are read: of elements, values, links, addresses. */
const READERS = [
  'shared/{page,web,messages/payloads}/**/*.ts',
  'stages/{extract,fetch}/**/*.ts',
  'stages/score/audit/**/*.ts',
  'stages/batch/{crawl,site}/**/*.ts',
  'gateway/csv/*.ts',
]

describe('lists that pages make as long as they like', () => {
  it('are never spread into arguments', () => {
    const files = globSync(READERS, { cwd: root })
    expect(files.length).to.be.above(500)
    const found = files.flatMap((path) =>
      spreadCalls(readFileSync(join(root, path), 'utf8')).map((call) => `${path}: ${call}`),
    )
    expect(found).to.deep.equal([])
  })

  it('are found where they are', () => {
    for (const call of ['found.push(...list)', 'Math.max(0, ...list)', 'String.fromCharCode(...list)'])
      for (const source of [
        `function f() { ${call} }`,
        `const f = () => ${call}`,
        `class A { f() { ${call} } }`,
      ])
        expect(spreadCalls(source), source).to.deep.equal([call])
  })

  it('are no constants of a module, no other arguments, and no lists', () => {
    for (const source of [
      'const longest = Math.max(...words)',
      'const f = () => g(...list)',
      'const f = () => [...list]',
    ])
      expect(spreadCalls(source), source).to.deep.equal([])
  })
})

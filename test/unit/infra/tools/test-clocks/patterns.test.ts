import { expect } from 'chai'
import type { Node } from '#infra/tools/syntax-tree.ts'
import { readModule } from '#infra/tools/test-clocks/module.ts'
import { partsOf } from '#infra/tools/test-clocks/patterns.ts'

/** Names and values of the parts that a declaration takes its value apart into. */
function parts(source: string) {
  const module = readModule(source)
  const { id, init } = module.nodes.find(({ type }) => type === 'VariableDeclarator') as Node
  return partsOf(id as Node, init as Node).map(([pattern, value]) => [
    pattern.value,
    value?.value ?? value?.type,
  ])
}

describe('parts of a pattern', () => {
  it('are the items of a list', () => {
    expect(parts('const [a, , b] = [1, 2, 3]')).to.deep.equal([
      ['a', 1],
      ['b', 3],
    ])
    expect(parts('const [a, b] = c')).to.deep.equal([
      ['a', 'c'],
      ['b', 'c'],
    ])
  })

  it('are the members of an object', () => {
    expect(parts('const { a, b: c } = d')).to.deep.equal([
      ['a', 'MemberExpression'],
      ['c', 'MemberExpression'],
    ])
  })
})

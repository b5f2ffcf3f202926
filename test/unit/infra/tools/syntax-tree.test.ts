import { expect } from 'chai'
import { nodesBelow, parse } from '#infra/tools/syntax-tree.ts'

const typesIn = (source: string) =>
  parse(source).statements.flatMap((statement) => [...nodesBelow(statement)].map(({ type }) => type))

describe('a syntax tree', () => {
  it('counts characters, not bytes, however much was parsed before', () => {
    parse('/* other */ text')
    const { statements, at, textOf } = parse('/* é€𝕏 */ f(1)')
    expect(statements.map(textOf)).to.deep.equal(['f(1)'])
    expect(statements.map(({ span }) => at(span.start))).to.deep.equal(['/* é€𝕏 */ '.length])
  })

  it('has the nodes in the arguments of calls and in objects, and no types', () => {
    expect(typesIn('f<A>({ x: [1] } as B)')).to.deep.equal([
      'ExpressionStatement',
      'CallExpression',
      'Identifier',
      'TsAsExpression',
      'ObjectExpression',
      'KeyValueProperty',
      'Identifier',
      'ArrayExpression',
      'NumericLiteral',
    ])
  })

  it('is none of a source that cannot be parsed', () => {
    expect(() => parse('const')).to.throw()
  })
})

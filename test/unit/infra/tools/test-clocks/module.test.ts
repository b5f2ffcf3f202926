import { expect } from 'chai'
import {
  argumentsOf,
  bodyOf,
  isBlock,
  isClock,
  isFunction,
  nameOf,
  parametersOf,
  readModule,
} from '#infra/tools/test-clocks/module.ts'

const functionsIn = (source: string) => readModule(source).nodes.filter(isFunction)

describe('a module', () => {
  it('knows what each node stands in, and its line', () => {
    const module = readModule('const a = 1\nconst f = () => {\n  g(a)\n}')
    const call = module.nodes.find(({ type }) => type === 'CallExpression')
    const around = (call && module.around(call)) ?? []
    expect(around.map(({ type }) => type).slice(-3)).to.deep.equal([
      'ArrowFunctionExpression',
      'VariableDeclarator',
      'VariableDeclaration',
    ])
    expect(call && module.lineOf(call)).to.equal(3)
    expect(call && module.textOf(call)).to.equal('g(a)')
    expect(call && argumentsOf(call).map(nameOf)).to.deep.equal(['a'])
  })

  it('has functions of all forms, with parameters and a body', () => {
    const source = `(a) => 1; function f(a) {}; const o = { m(a) {}, n: function (a) {} }
      class A { m(a) {} #m(a) {} }`
    const functions = functionsIn(source)
    expect(functions.map((one) => parametersOf(one).map(nameOf))).to.deep.equal(Array(6).fill(['a']))
    expect(functions.map((one) => isBlock(bodyOf(one)))).to.deep.equal([false, true, true, true, true, true])
  })

  it('reads the clock of this machine by performance, Date and hrtime alone', () => {
    const source =
      'performance.now(); Date.now(); process.hrtime(); process.hrtime.bigint(); clock.now(); Date.parse(a); now()'
    const clocks = readModule(source).nodes.filter(isClock)
    expect(clocks).to.have.length(4)
  })
})

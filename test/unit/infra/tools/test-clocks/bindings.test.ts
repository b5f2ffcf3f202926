import { expect } from 'chai'
import { bindingsOf } from '#infra/tools/test-clocks/bindings.ts'
import { nameOf, readModule } from '#infra/tools/test-clocks/module.ts'

/** The texts of the values of the last variable of the name in a source. */
function valuesOf(name: string, source: string) {
  const module = readModule(source)
  const variable = module.nodes.findLast((node) => nameOf(node) === name)
  return (variable ? bindingsOf(module).valuesOf(variable) : []).map(module.textOf)
}

describe('bindings', () => {
  it('hold all values that a variable is given', () => {
    expect(valuesOf('a', 'let a = 1; a = 2; f(() => { a = 3 }); a')).to.deep.equal(['1', '2', '3'])
    expect(valuesOf('a', 'const a = []; a.push(1, 2); a.add(3); a')).to.deep.equal(['[]', '1', '2', '3'])
  })

  it('are of the innermost function that declares the name', () => {
    expect(valuesOf('a', 'const a = 1; () => { const a = 2; () => { a } }')).to.deep.equal(['2'])
    expect(valuesOf('a', 'const a = 1; (a) => { a }')).to.deep.equal([])
  })

  it('hold the list for an item of it', () => {
    expect(valuesOf('a', 'for (const a of all) { a }')).to.deep.equal(['all'])
    expect(valuesOf('a', 'all.map((a) => a)')).to.deep.equal(['all'])
  })

  it('hold what any object has at a key', () => {
    const module = readModule('const o = { a: 1 }; o.a = 2; o.a.push(3); class A { a = 4 }')
    expect(bindingsOf(module).valuesAt('a').map(module.textOf)).to.have.members(['1', '2', '3', '4'])
  })
})

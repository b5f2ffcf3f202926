import { expect } from 'chai'
import { mutate, mutationsOf } from '#infra/tools/mutants/mutations.ts'

/** Every mutant of a source. */
const mutants = (source: string) => mutationsOf(source).map((mutation) => mutate(source, mutation))

describe('mutations', () => {
  it('exchange operators of comparison, logic and arithmetic', () => {
    expect(mutants('a = b === c')).to.include('a = b !== c')
    expect(mutants('f(b < c)')).to.include.members(['f(b <= c)', 'f(b >= c)'])
    expect(mutants('f(b && c || d)')).to.include.members(['f(b || c || d)', 'f(b && c && d)'])
    expect(mutants('f(b ?? c)')).to.include('f(b && c)')
    expect(mutants('f(b - c * d)')).to.include.members(['f(b + c * d)', 'f(b - c / d)'])
    expect(mutants('b += c')).to.include('b -= c')
    expect(mutants('b++')).to.include('b--')
    expect(mutants('++b')).to.include('--b')
  })

  it('find the operator between operands that contain it', () => {
    expect(mutants('f((a + b) + c)')).to.have.members(['f((a - b) + c)', 'f((a + b) - c)', ';'])
  })

  it('negate conditions, and make them constant', () => {
    expect(mutants('if (a) b')).to.have.members(['if (!(a)) b', 'if (true) b', 'if (false) b', 'if (a) ;'])
    expect(mutants('const x = a ? b : c')).to.have.members([
      'const x = !(a) ? b : c',
      'const x = true ? b : c',
      'const x = false ? b : c',
    ])
    expect(mutants('const x = !a')).to.deep.equal(['const x = a'])
  })

  it('end loops, and never make them endless by a constant', () => {
    expect(mutants('while (a) {}')).to.deep.equal(['while (false) {}'])
  })

  it('change numbers and booleans', () => {
    expect(mutants('const x = 0')).to.deep.equal(['const x = 1'])
    expect(mutants('const x = 1')).to.deep.equal(['const x = 0'])
    expect(mutants('const x = 1_000')).to.deep.equal(['const x = 0', 'const x = 2000'])
    expect(mutants('const x = true')).to.deep.equal(['const x = false'])
  })

  it('remove statements and awaits', () => {
    expect(mutants('async function f() { await g(); return h }')).to.have.members([
      'async function f() { ; return h }',
      'async function f() { g(); return h }',
      'async function f() { await g(); ; }',
    ])
    expect(mutants('function f() { throw g }')).to.deep.equal(['function f() { ; }'])
  })

  it('reach arguments, members, classes and functions in functions', () => {
    expect(mutants('const f = () => g({ x: [1, ...(a as B[])] })')).to.deep.equal([
      'const f = () => g({ x: [0, ...(a as B[])] })',
    ])
    expect(mutants('class A { #x = 0; m() { return this.#x } }')).to.deep.equal([
      'class A { #x = 1; m() { return this.#x } }',
      'class A { #x = 0; m() { ; } }',
    ])
  })

  it('leave strings, types and imports as they are', () => {
    expect(
      mutants(`import { a } from './a.ts'\nexport type T = 1 | true\ninterface I { x: 0 }`),
    ).to.deep.equal([])
    expect(mutants("const x = 'a' + b")).to.deep.equal([])
    expect(mutants('const x: Array<1> = f<0>()')).to.deep.equal([])
  })

  it('count characters, not bytes', () => {
    expect(mutants('/* é€𝕏 */ const x = 0')).to.deep.equal(['/* é€𝕏 */ const x = 1'])
  })
})

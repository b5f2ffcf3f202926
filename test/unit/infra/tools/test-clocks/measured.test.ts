import { expect } from 'chai'
import type { Node } from '#infra/tools/syntax-tree.ts'
import { makeKindOf } from '#infra/tools/test-clocks/measured.ts'
import { argumentsOf, nameOf, readModule } from '#infra/tools/test-clocks/module.ts'

/** The kinds of the arguments of all calls of `see` in a source. */
function seen(source: string) {
  const module = readModule(source)
  const calls = module.nodes.filter(
    ({ type, callee }) => type === 'CallExpression' && nameOf(callee as Node) === 'see',
  )
  return calls.flatMap(argumentsOf).map(makeKindOf(module))
}

describe('a value', () => {
  it('is a time that was read: of a clock, with a constant added or taken away', () => {
    expect(
      seen('see(Date.now(), performance.now() / 1000, Date.now() - 1000, Date.now() - 2 * HOUR_MS)'),
    ).to.deep.equal(Array(4).fill('reading'))
  })

  it('is elapsed time: the distance or the order of two times', () => {
    const source =
      'const began = Date.now(); see(Date.now() - began, Math.round((Date.now() - began) / 60), Date.now() < began)'
    expect(seen(source)).to.deep.equal(Array(3).fill('elapsed'))
  })

  it('has nothing to do with this machine otherwise', () => {
    expect(
      seen('const now = clock.now(); see(1, now, clock.now() - now, work(Date.now()), { at: 1 })'),
    ).to.deep.equal(Array(5).fill(null))
  })

  for (const [how, source] of Object.entries({
    'a function': 'const elapsed = () => Date.now() - began; see(elapsed())',
    'a declared function':
      'function elapsed() { if (x) return 0; return Date.now() - began }; see(await elapsed())',
    'a key': 'const call = { ms: Date.now() - began }; see(call.ms)',
    'a short key': 'const ms = Date.now() - began; const call = { ms }; see(call.ms)',
    'a key taken out': 'const call = { ms: Date.now() - began }; const { ms: tookMs } = call; see(tookMs)',
    'an assigned key': 'call.ms = Date.now() - began; see(call.ms)',
    'an assignment': 'let ms = 0; ms = Date.now() - began; see(ms)',
    'a list': 'const all = []; all.push(Date.now() - began); see(all[0])',
    'the numbers of a list': 'const all = [Date.now() - began]; see(Math.max(...all))',
    'a loop': 'const all = [Date.now() - began]; for (const ms of all) see(ms)',
    'a callback': 'const all = [Date.now() - began]; all.forEach((ms) => see(ms))',
    'a choice': 'see(ok ? Date.now() - began : 0)',
    'a cast': 'see((Date.now() - began) as number)',
  }))
    it(`is followed through ${how}`, () => {
      expect(seen(`const began = Date.now(); ${source}`)).to.deep.equal(['elapsed'])
    })

  it('belongs to the nearest variable of its name', () => {
    const source =
      'const ms = Date.now() - began; const see1 = (ms) => see(ms); function f() { const ms = 1; see(ms) }'
    expect(seen(`const began = Date.now(); ${source}`)).to.deep.equal([null, null])
  })

  it('may be defined by itself', () => {
    expect(seen('let a = b; let b = a; a = b; see(a)')).to.deep.equal([null])
  })
})

import { expect } from 'chai'
import { findPolyfills } from '#stages/render/lab/code/legacy/polyfills.ts'

const found = (text: string, modules: Readonly<Record<string, number>> | null = null) =>
  findPolyfills(text, modules === null ? null : new Map(Object.entries(modules))).map(
    ({ name, characters }) => [name, characters] as const,
  )

describe('polyfills', () => {
  for (const definition of [
    'Array.prototype.at = function (index) { return this[index] }',
    `Array.prototype['at']=function(index){return this[index]}`,
  ]) {
    it(`are found with their size: ${definition}`, () => {
      expect(found(`if (!Array.prototype.at) { ${definition} }`)).to.deep.equal([
        ['Array.prototype.at', definition.length],
      ])
    })
  }

  it('are found as definitions of properties', () => {
    const definition = `defineProperty(Object, 'assign', { value: function () { return 1 } })`
    expect(found(`Object.${definition};`)).to.deep.equal([['Object.assign', definition.length]])
  })

  it('are no comparisons, calls, other functions and other objects', () => {
    for (const text of [
      'if (Array.prototype.at == null || Array.prototype.at === b) {}',
      'Array.prototype.at => 1',
      'Array.prototype.at.call(a)',
      'MyArray.prototype.at = 1',
      'Array.prototype.mine = 1',
      'Promise.withResolvers = function () {}',
    ]) {
      expect(found(text)).to.deep.equal([])
    }
  })

  it('of core-js are found by the shape of its calls, with a lower bound of their size', () => {
    const exported =
      '$({target:"Array",proto:!0,forced:x},{at:function(){}});$({ target: "Object", stat: true }, { entries: f })'
    expect(found(exported)).to.deep.equal([])
    expect(found(`"__core-js_shared__";${exported}`)).to.deep.equal([
      ['Array.prototype.at', 200],
      ['Object.entries', 200],
      ['core-js', 7000],
    ])
    const newer = `${exported};$({target:"Promise",stat:!0},{withResolvers:f})`
    expect(found(`"__core-js_shared__";${newer}`).map(([name]) => name)).not.to.include('core-js')
  })

  it('of core-js have exact sizes with a source map', () => {
    const modules = {
      'node_modules/core-js/modules/es.array.find-last.js': 300,
      'node_modules/core-js/internals/export.js': 900,
      'node_modules/core-js/internals/fails.js': 100,
      'node_modules/lodash/at.js': 5000,
    }
    expect(found('"__core-js_shared__"', modules)).to.deep.equal([
      ['Array.prototype.findLast', 300],
      ['core-js', 1000],
    ])
    const newer = { ...modules, 'node_modules/core-js/modules/es.promise.with-resolvers.js': 200 }
    expect(found('', newer)).to.deep.equal([['Array.prototype.findLast', 300]])
    const other = { ...modules, 'node_modules/core-js/modules/web.url.js': 200 }
    expect(found('', other)).to.deep.equal([['Array.prototype.findLast', 300]])
  })

  // In quadratic time, each of these texts takes minutes: the test does not end within its limit.
  it('take linear time', () => {
    for (const part of [
      'Array.prototype.at=',
      '{target:"A"',
      'defineProperty(Array,"of"',
      'Array.prototype.at=(/[',
      'Array["',
    ])
      findPolyfills(`__core-js_shared__${part.repeat(1_000_000 / part.length)}`, null)
  })
})

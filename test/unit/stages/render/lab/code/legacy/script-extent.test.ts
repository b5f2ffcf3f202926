import { expect } from 'chai'
import {
  callEnd,
  expressionEnd as expressionEndWithin,
} from '#stages/render/lab/code/legacy/script-extent.ts'

const expressionEnd = (text: string, from: number) => expressionEndWithin(text, from, { left: 1_000_000 })

describe('the extent of an expression', () => {
  for (const [expression, rest] of [
    ['function () { return 1 }', '\nB = 2'],
    ['function(){return"}"}', ';b()'],
    ['function(){return /[}/]}/.test(a)}', ',b'],
    ['function(){return [/}/, /}/, /}/] }', ';b'],
    ['function(){return a / 2 }', ';x / 1'],
    ['function(){ /* } */ // }\n return `}` }', ')'],
    ['(function(){ return 1 })()', ';b'],
    ['a || function(){}', '}'],
    ['function(){}.bind(this)', ']'],
    ["function(){ return '\\'}' }", '\nb'],
  ] as const) {
    it(`${JSON.stringify(expression)} is followed by ${JSON.stringify(rest)}`, () => {
      expect(expressionEnd(`x = ${expression}${rest}`, 4)).to.equal(4 + expression.length)
    })
  }

  it('may be the end of the text', () => expect(expressionEnd('x = a', 4)).to.equal(5))

  it('is unknown when it is open or very long', () => {
    expect(expressionEnd('x = function(){', 4)).to.equal(null)
    expect(expressionEnd(`x = function(){ ${' '.repeat(20_000)} }`, 4)).to.equal(null)
  })

  it('of a call ends with its bracket', () => {
    const text = 'define(Array.prototype, "at", { value: function () { return ")" } }); next()'
    expect(callEnd(text, text.indexOf('Array'), { left: 1000 })).to.equal(text.indexOf('; next'))
  })

  it('is looked for in a bounded regular expression: a longer one counts as divisions', () => {
    const expression = (characters: number) => `function(){return /${'a'.repeat(characters)}}/g }`
    expect(expressionEnd(`x = ${expression(290)};`, 4)).to.equal(4 + expression(290).length)
    expect(expressionEnd(`x = ${expression(300)};`, 4)).to.equal(4 + expression(300).length - 1)
  })

  for (const unit of ['(/[', '!/[', '[/[', '(/a', '/*', '//', '`', "'"]) {
    it(`is not looked for beyond the steps that are left, as in ${unit} again and again`, () => {
      const steps = { left: 10_000 }
      const text = `x = ${unit.repeat(6000)}`
      let looks = 0
      while (steps.left >= 0 && looks < 1000) {
        expressionEndWithin(text, 4, steps)
        looks += 1
      }
      expect(looks).to.be.below(10)
      expect(steps.left).to.be.above(-20_001)
    })
  }
})

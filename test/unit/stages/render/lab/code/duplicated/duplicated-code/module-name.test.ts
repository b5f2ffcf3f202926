import { expect } from 'chai'
import { moduleName } from '#stages/render/lab/code/duplicated/duplicated-code.ts'

const script = 'https://shop.example.com/assets/app.js'

describe('names of modules', () => {
  for (const [source, name] of [
    ['webpack:///./node_modules/lodash/get.js?a1b2', 'node_modules/lodash/get.js'],
    ['../../node_modules/a/node_modules/@b/c/index.js', 'node_modules/@b/c/index.js'],
    ['../src/app.ts', 'https://shop.example.com/src/app.ts'],
    ['webpack:///src/index.js', 'https://shop.example.com webpack:///src/index.js'],
    ['webpack/bootstrap', null],
    ['webpack:///(webpack)/buildin/module.js', null],
    ['webpack:///external "jQuery"', null],
    ['\0commonjsHelpers.js', null],
  ] as const) {
    it(`${JSON.stringify(source)} is ${name}`, () => expect(moduleName(source, script)).to.equal(name))
  }

  it('are truncated', () =>
    expect(moduleName(`node_modules/${'a'.repeat(500)}`, script)).to.have.lengthOf(200))
})

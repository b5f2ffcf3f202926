import { expect } from 'chai'
import { legacyCodeOf } from '#stages/render/lab/code/legacy/legacy-code.ts'

const url = 'https://shop.example.com/app.js'
const polyfill = (characters: number) => {
  const [before, after] = ['Array.prototype.at = function () { "', '" }']
  return `${before}${'x'.repeat(characters - before.length - after.length)}${after}`
}

describe('legacy code', () => {
  it('is reported from 5,000 characters on', () => {
    const text = `${polyfill(2500)};${polyfill(2500)};`
    expect(legacyCodeOf(url, text, null)).to.deep.equal({
      url,
      names: ['Array.prototype.at'],
      characters: 5000,
    })
    expect(legacyCodeOf(url, `${polyfill(2500)};${polyfill(2499)};  `, null)).to.equal(null)
  })

  it('is never more than the script', () => {
    const modules = new Map([['node_modules/core-js/modules/es.array.at.js', 90_000]])
    const found = legacyCodeOf(url, ' '.repeat(6000), modules)
    expect(found).to.deep.equal({ url, names: ['Array.prototype.at', 'core-js'], characters: 6000 })
    expect(legacyCodeOf(url, ' '.repeat(4999), modules)).to.equal(null)
  })
})

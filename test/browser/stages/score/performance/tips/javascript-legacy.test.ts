import { transformSync } from '@swc/core'
import { expect } from 'chai'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { totalBytes } from '#test/support/performance/generated-code.ts'
import { type Advised, advising } from './advising.ts'

/** Classes with methods, some of which wait, as an application has them. */
const source = Array.from(
  { length: 40 },
  (_, at) => `export class Model${at} {
    constructor(values) { this.values = values }
    get size() { return this.values.length + ${at} }
    add(...more) { this.values.push(...this.values, ...more) }
    async load(url) { for (const one of await fetch(url)) await this.add(one) }
    clear() { this.values = [] }
  }`,
).join('\n')

function compiled(target: 'es5' | 'es2022'): string {
  return transformSync(source, {
    jsc: { target, minify: { mangle: true, compress: true } },
    minify: true,
    isModule: true,
  }).code
}

const polyfills = Array.from(
  'at flat flatMap find findIndex includes fill'.split(' '),
  (name) => `Array.prototype.${name} || (Array.prototype.${name} = function (value) {
    "use strict"; /* ${'what it does, at length '.repeat(40)} */ return this[value] })`,
).join(';\n')
const application = `console.log("${'The application itself. '.repeat(300)}")`

describe('advice on code for old browsers', () => {
  const { advise } = advising({
    '/compiled': html('<p>Text</p><script type=module src=/es5.js></script>'),
    '/es5.js': script(compiled('es5')),
    '/near': html(`<p>Text</p><script type=module src=/es2022.js></script><script src=/mended.js></script>
      <script src=/near.js></script>`),
    '/es2022.js': script(compiled('es2022')),
    '/polyfilled': html('<p>Text</p><script src=/polyfilled.js></script>'),
    '/polyfilled.js': script(`${polyfills};\n${application}`),
    '/mended.js': script(application),
    '/near.js': script(
      `${polyfills.slice(0, polyfills.indexOf('Array.prototype.findIndex ||'))}\nif (Array.prototype.at === Array.prototype.flat) { ${application} }`,
    ),
  })

  let near: Advised
  before(async () => {
    near = await advise('/near')
  })

  const said = (message = '') => Number(/at least ([\d.]+) KiB/.exec(message)?.[1]) * 1024

  it('says what removing polyfills saves: as much as the page without them transfers less', async () => {
    const { tips, measurement } = await advise('/polyfilled')
    const message = tips['javascript-legacy']
    expect(message).to.include('1 script has').and.include('Array.prototype.at').and.include('and 2 more')
    const saved =
      totalBytes(measurement.requests, '/polyfilled.js') - totalBytes(near.measurement.requests, '/mended.js')
    expect(said(message)).to.be.within(saved * 0.95, saved)
  })

  it('says the least that a build for newer browsers saves', async () => {
    const { tips, measurement } = await advise('/compiled')
    const message = tips['javascript-legacy']
    expect(message).to.include('@babel/plugin-transform-classes')
    const saved =
      totalBytes(measurement.requests, '/es5.js') - totalBytes(near.measurement.requests, '/es2022.js')
    expect(said(message)).to.be.within(saved * 0.25, saved)
  })

  it('does not count less than 5,000 characters', () => {
    expect(near.tips).not.to.have.property('javascript-legacy')
  })
})

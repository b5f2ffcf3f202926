import { expect } from 'chai'
import { foreignChanges } from '#test/support/source/foreign-changes.ts'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** A dependency is used as it is: one that does not fit is called less, or replaced (infra/docs/decisions/kafkajs.md). */
describe('dependencies', function () {
  this.timeout(120_000)

  it('are changed by no source of the product while it runs', () => {
    // Views in JSX and functions of the lab run in browsers, where there are no modules of ours.
    const all = sourceFiles(['gateway', 'stages', 'shared', 'infra'])
    const files = all.filter((path) => !/\.tsx$|^stages\/render\/lab\/.*\/page\//.test(path))
    expect(files.length).to.be.above(1000)
    const found = files.flatMap((path) => foreignChanges(readSource(path)).map((text) => `${path}: ${text}`))
    expect(found).to.deep.equal([])
  })

  for (const source of [
    `import { Kafka } from 'kafkajs'; Kafka.prototype.consumer = () => {}`,
    `const { prototype } = kafkajsModule('network/requestQueue'); prototype.schedule = f`,
    `abort(kafkajsModule('network/connection').prototype)`,
    `const require = createRequire(import.meta.url); delete require.cache[path]`,
    `const module = require.cache[path]; module.exports = f`,
    `function patch() { const definition = kafkajsModule('a'); definition.protocol = f }`,
    `import * as kafkajs from 'kafkajs'; Object.assign(kafkajs.logLevel, { INFO: 1 })`,
    `import { requests } from '../protocol/kafkajs.ts'; requests.Metadata.versions = []`,
    `const { requests } = require('kafkajs/src/protocol/requests') as Requests; requests.count++`,
  ]) {
    it(`are changed by: ${source}`, () => {
      expect(foreignChanges(source)).not.to.deep.equal([])
    })
  }

  for (const source of [
    `import { createServer } from 'node:http'; const server = createServer(); server.timeout = 5`,
    `import { limits } from './limits.ts'; limits.count = 5`,
    `const found = { prototype: 1 }; found.count = 2`,
    `import { newEncoder } from './kafkajs.ts'; const encoder = newEncoder(); encoder.offset = 1`,
    `const { resolve } = createRequire(import.meta.url); const path = resolve('kafkajs')`,
  ]) {
    it(`are not changed by: ${source}`, () => {
      expect(foreignChanges(source)).to.deep.equal([])
    })
  }
})

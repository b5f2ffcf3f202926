import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { readFound, writeFound } from '#stages/batch/site/records/result-record.ts'
import { failedRule } from '../../../adapters/sqlite/site/page-facts.ts'

describe('record of what an audit found', () => {
  const evidence = [{ selector: 'img', value: 'no alt' }]
  const record = writeFound([
    failedRule('image-alt', {
      message: 'Two images',
      elements: 2,
      selector: 'img',
      snippet: '<img>',
      evidence,
    }),
    failedRule('__proto__', { message: 'odd' }),
  ])

  it('has it by the id of the rule', () => {
    expect(readFound(record, 'image-alt')).to.deep.equal({
      ...{ message: 'Two images', elements: 2, selector: 'img', snippet: '<img>', evidence },
    })
    expect(readFound(record, '__proto__')).to.include({ message: 'odd' })
  })

  it('has nothing of other rules', () => {
    for (const id of ['label', 'constructor', 'toString']) expect(readFound(record, id)).to.equal(null)
  })

  it('is no bomb', () =>
    expect(() => readFound(deflateRawSync(Buffer.alloc(50_000_000)), 'label')).to.throw())
})

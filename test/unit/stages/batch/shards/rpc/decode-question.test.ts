import { expect } from 'chai'
import { decodeQuestion } from '#stages/batch/shards/rpc/decode-question.ts'
import { questions } from '#stages/batch/shards/shards.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const decode = (question: string, given: unknown) => decodeQuestion({ question, given: bytes(given) })
const listing = { owner: 'o', state: 'paused', limit: 20, after: 2 ** 40 }

/** What each question is about. */
const right = {
  batch: ['b'],
  status: ['b'],
  shardsOf: ['b'],
  list: [listing],
  openBatches: [],
  segments: ['b', 2 ** 40, 5],
  hosts: ['b', 5],
}

describe('decodeQuestion', () => {
  it('reads every question', () => {
    for (const question of questions)
      expect(decode(question, right[question])).to.deep.equal({ question, given: right[question] })
    const first = { owner: '', state: null, limit: 1, after: null }
    expect(decode('list', [first]).given).to.deep.equal([first])
  })

  it('refuses what is no question', () => {
    for (const question of ['', 'apply', 'forgetLines', 'constructor', '__proto__', 'BATCH'])
      expect(() => decode(question, ['b']))
        .to.throw('There is no such question')
        .with.property('code', 'VALIDATION_ERROR')
  })

  for (const [title, question, given] of [
    ['text that is not JSON', 'batch', '["b"'],
    ['nothing', 'openBatches', ''],
    ['no list', 'batch', '"b"'],
    ['an object', 'batch', { 0: 'b', length: 1 }],
    ['too few values', 'segments', ['b', 1]],
    ['too many values', 'openBatches', ['b']],
    ['a value of another type', 'status', [{ id: 'b' }]],
    ['a number that is too large', 'segments', ['b', 2 ** 60, 1]],
    ['a negative number', 'hosts', ['b', -1]],
    ['a listing of an unknown state', 'list', [{ ...listing, state: 'begun' }]],
    ['a listing without a limit', 'list', [{ ...listing, limit: undefined }]],
    ['deep nesting', 'list', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ] as const)
    it(`refuses ${title}`, () => {
      expect(() => decode(question, given))
        .to.throw('is not about this')
        .with.property('code', 'VALIDATION_ERROR')
    })
})

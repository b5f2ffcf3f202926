import { expect } from 'chai'
import {
  failureByReference,
  resultByReference,
  valueByReference,
} from '#shared/messages/claim-check/value-by-reference.ts'

const DATAREF = `https://pageprobe.example/bodies/${'0a'.repeat(32)}.json`
/** Bytes that are small for a record of up to 1 MiB. */
const SMALL = 128 * 1024

describe('valueByReference', () => {
  const request = {
    operation: 'metadata',
    parameters: { url: 'http://a.example/ü' },
    url: 'http://a.example/ü',
  }

  it('tells of a result what was asked for, where it is and its bytes', () => {
    const value = JSON.stringify({ ...request, result: { url: 'other', dataref: 'x', bytes: 3 } })
    const small = JSON.parse(valueByReference('result', value, DATAREF, 300_000))
    expect(small).to.deep.equal({ ...request, dataref: DATAREF, bytes: 300_000 })
    expect(Object.keys(small)).to.deep.equal(['operation', 'parameters', 'url', 'dataref', 'bytes'])
    expect(resultByReference.strict().safeParse(small).success).to.equal(true)
  })

  it('tells of a failure also the stage, code, status and message', () => {
    const failure = { stage: 'fetch', code: 'VALIDATION_ERROR', status: 400, message: 'no' }
    const value = JSON.stringify({ ...request, ...failure, details: ['x'.repeat(300_000)] })
    const small = JSON.parse(valueByReference('failure', value, DATAREF, 300_200))
    expect(small).to.deep.equal({ ...request, ...failure, dataref: DATAREF, bytes: 300_200 })
    expect(failureByReference.strict().safeParse(small).success).to.equal(true)
  })

  const hostile = {
    'long parameters': { parameters: { url: 'x', list: 'ü'.repeat(400_000) } },
    'many parameters': { parameters: Array.from({ length: 100_000 }, (_, at) => at) },
    'a long URL': { url: `http://a.example/${'\u0000'.repeat(400_000)}` },
    'a long message': { message: '\ud83d\ude00'.repeat(200_000) },
  }
  for (const [title, members] of Object.entries(hostile))
    it(`stays small with ${title}`, () => {
      const failure = { ...request, stage: 'fetch', code: 'X', status: 400, message: '', details: null }
      const small = valueByReference('failure', JSON.stringify({ ...failure, ...members }), DATAREF, 800_000)
      expect(Buffer.byteLength(small)).to.be.below(SMALL)
      expect(failureByReference.strict().safeParse(JSON.parse(small)).success).to.equal(true)
      const { parameters, url } = JSON.parse(small)
      expect(parameters).to.deep.equal('parameters' in members ? null : request.parameters)
      expect(url.startsWith('http://a.example/')).to.equal(true)
    })

  it('keeps a failure without operation and parameters', () => {
    const nothing = { operation: null, parameters: null, url: '' }
    const failure = { ...nothing, stage: 'fetch', code: 'VALIDATION_ERROR', status: 400, message: 'no' }
    const small = valueByReference('failure', JSON.stringify({ ...failure, details: [] }), DATAREF, 9)
    expect(JSON.parse(small)).to.deep.equal({ ...failure, dataref: DATAREF, bytes: 9 })
  })
})

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { eventSchemas } from '#gateway/documents/event-schemas.ts'
import { Failure } from '#shared/errors.ts'
import { parseRequest } from '#shared/messages/events/inspection-requested.ts'
import { failureOutcome, resultOutcome } from '#shared/messages/events/outcome.ts'

const URL = 'https://probe.example'
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
addFormats.default(ajv)
const schemas = eventSchemas(URL)
for (const schema of Object.values(schemas)) ajv.addSchema(schema)

const validator = (type: string) => ajv.getSchema(`${URL}/schemas/${type}.json`) as ValidateFunction

/** Whether the service accepts the request event. */
function isTaken(value: unknown): boolean {
  const attributes = { id: '1', source: '/a', type: 'inspection.requested.v1', subject: '1', key: '' }
  try {
    parseRequest({ ...attributes, attributes: {}, json: JSON.stringify(value) }, 'batch')
    return true
  } catch {
    return false
  }
}

const url = 'http://shop.example/'
const metadata = (more: object) => ({ operation: 'metadata', parameters: { url, ...more } })
const performance = (more: object) => ({ operation: 'performance', parameters: { url, ...more } })
const snapshot = (more: object) => ({ operation: 'snapshot', parameters: { url, ...more } })

/** Requests, and whether the service accepts them (infra/docs/consumers.md#events). */
const requests: readonly (readonly [boolean, unknown])[] = [
  [true, metadata({})],
  [true, metadata({ fields: 'basic, og', max_images: 1 })],
  [true, metadata({ max_images: '100', device: 'mobile' })],
  [true, snapshot({ fullPage: 'true', viewport: { width: '320', deviceScaleFactor: 1.5 } })],
  [true, snapshot({ quality: 'low' })],
  [true, snapshot({ quality: '55', blockAds: false })],
  [true, performance({ device: 'tablet', timeout: '60000', waitUntil: 'load' })],
  [false, performance({ timeout: 999 })],
  [false, performance({ waitFor: 1 })],
  [false, metadata({ fields: 'basic,nothing' })],
  [false, metadata({ fields: '' })],
  [false, metadata({ max_images: 0 })],
  [false, metadata({ max_images: 'many' })],
  [false, metadata({ fullPage: true })],
  [false, snapshot({ fullPage: 1 })],
  [false, snapshot({ fullPage: 'yes' })],
  [false, snapshot({ viewport: { width: 319 } })],
  [false, snapshot({ quality: 'ultra' })],
  [false, { operation: 'metadata', parameters: {} }],
  [false, { operation: 'weather', parameters: { url } }],
  [false, { parameters: { url } }],
  [false, [1]],
]

const inspection = {
  id: '1',
  operation: 'metadata',
  lane: 'batch',
  parameters: { url },
  url,
  expiresAt: null,
  traceparent: null,
  timing: '',
} as const

describe('event schemas', () => {
  it('have recorded examples, which are valid', () => {
    for (const [type, { examples }] of Object.entries(schemas)) {
      expect(examples, type).to.be.an('array').that.is.not.empty
      for (const example of examples as unknown[]) expect(validator(type)(example), type).to.equal(true)
    }
  })

  it('have the URL in $id where they are served, by type', () => {
    for (const [type, schema] of Object.entries(schemas)) {
      expect(schema.$id).to.equal(`${URL}/schemas/${type}.json`)
      expect(schema.$schema).to.equal('https://json-schema.org/draft/2020-12/schema')
      expect(JSON.stringify(schema)).not.to.include('"$ref"')
    }
    expect(Object.keys(schemas)).to.include.members([
      'inspection.requested.v1',
      'result.snapshot.v1',
      'result.metadata.v1',
      'result.performance.v1',
      'inspection.failed.v1',
    ])
  })

  for (const [passes, request] of requests) {
    it(`${passes ? 'accept' : 'reject'}, as the service does: ${JSON.stringify(request).slice(0, 90)}`, () => {
      const verdict = validator('inspection.requested.v1')(request)
      expect([verdict, isTaken(request)]).to.deep.equal([passes, passes])
    })
  }

  it('accept the results that are published', () => {
    const result = { url, final_url: url, fetched_at: '2026-01-02T03:04:05.678Z' }
    const extraction = { method: 'raw_html', ua_family: 'desktop' }
    const text = resultOutcome(inspection, JSON.stringify({ ...result, extraction, newer: 1 })).json
    const isResult = validator('result.metadata.v1')
    expect([isResult(JSON.parse(text)), isResult.errors]).to.deep.equal([true, null])
    expect(isResult({ ...JSON.parse(text), result })).to.equal(false)
  })

  it('accept what stands in the place of values over 256 KiB, and not half of it', () => {
    const request = { operation: 'metadata', parameters: { url }, url }
    const reference = { dataref: `${URL}/bodies/${'0a'.repeat(32)}.json`, bytes: 300_000 }
    const failure = { stage: 'fetch', code: 'VALIDATION_ERROR', status: 400, message: 'no' }
    const [isResult, isFailure] = [validator('result.metadata.v1'), validator('inspection.failed.v1')]
    expect(isResult({ ...request, ...reference })).to.equal(true)
    expect(isResult({ ...request, bytes: 300_000 })).to.equal(false)
    expect(isFailure({ ...request, ...failure, parameters: null, ...reference })).to.equal(true)
    expect(isFailure({ ...request, ...reference })).to.equal(false)
  })

  for (const failure of [
    new Failure('VALIDATION_ERROR', 'url is required', { details: [] }),
    new Failure('URL_UNREACHABLE', 'away', { details: { url, reason: 'dns_failure', status_code: null } }),
    new Failure('ELEMENT_NOT_FOUND', 'nothing'),
  ]) {
    it(`accept the failures that are published: ${failure.code}`, () => {
      const isFailure = validator('inspection.failed.v1')
      for (const operation of ['metadata', null] as const) {
        const value = JSON.parse(failureOutcome({ ...inspection, operation }, 'fetch', failure).json)
        expect([isFailure(value), isFailure.errors]).to.deep.equal([true, null])
        expect(isFailure({ ...value, code: 'OTHER' })).to.equal(false)
      }
    })
  }
})

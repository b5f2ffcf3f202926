import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { asyncApiDocument } from '#gateway/documents/asyncapi/document.ts'
import { eventSchemas } from '#gateway/documents/event-schemas.ts'
import { answers, events } from '#gateway/documents/examples.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'
import { someTopics } from './some-topics.ts'

const URL = 'https://pageprobe.example'
// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the documents
const openApi = openApiDocument(URL) as any
// biome-ignore lint/suspicious/noExplicitAny: as above
const asyncApi = asyncApiDocument(URL, someTopics) as any

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(openApi, 'openapi')
ajv.addSchema(asyncApi, 'asyncapi')
for (const schema of Object.values(eventSchemas(URL))) ajv.addSchema(schema)

const pointer = (...steps: readonly (string | number)[]) =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function errorsOf(ref: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: ref })
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The path and method of an operation id in the document. */
function locationOf(operationId: string): [path: string, method: string] {
  for (const [path, item] of Object.entries(openApi.paths as Record<string, object>)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === operationId) return [path, method]
    }
  }
  throw new Error(`no operation ${operationId}`)
}

describe('examples', () => {
  for (const { name, operationId, request, response } of answers) {
    describe(`${name}: ${operationId}, ${response.status}`, () => {
      const [path, method] = locationOf(operationId)
      const documented = openApi.paths[path][method].responses[response.status]
      const [type = ''] = response.headers['content-type']?.split(';') ?? []

      it('is documented and matches its schema', () => {
        expect(documented, 'the status').to.be.an('object')
        const location = pointer('paths', path, method, 'responses', response.status)
        const ref = `openapi#${location}${pointer('content', type, 'schema')}`
        expect(errorsOf(ref, response.body)).to.deep.equal([])
      })

      it('has a schema that rejects other values', () => {
        const location = pointer('paths', path, method, 'responses', response.status)
        const ref = `openapi#${location}${pointer('content', type, 'schema')}`
        expect(errorsOf(ref, {})).not.to.deep.equal([])
      })

      it('is in the document', () => {
        expect(documented.content[type].examples[name].value).to.deep.equal(response.body)
      })

      it('has only documented headers', () => {
        const known = Object.keys(documented.headers).map((header) => header.toLowerCase())
        const always = ['content-type', 'cache-control', 'vary']
        const reported = Object.keys(response.headers).filter((header) => !always.includes(header))
        expect([...known, ...always]).to.include.members(reported)
        expect(known).to.include('x-request-id')
      })

      it('uses that path and method', () => {
        const shape = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`)
        expect(request.path).to.match(shape)
        expect(request.method.toLowerCase()).to.equal(method)
      })
    })
  }

  for (const { name, topic, headers, value } of events) {
    it(`${name} on ${topic} matches the schemas of its value and headers`, () => {
      // biome-ignore lint/suspicious/noExplicitAny: a channel
      const channels = Object.entries(asyncApi.channels as Record<string, any>)
      const [id = ''] = channels.find(([, { address }]) => address === topic) ?? []
      expect(errorsOf(`asyncapi#${pointer('components', 'messages', id, 'headers')}`, headers)).to.deep.equal(
        [],
      )
      if (topic === 'dead-letter') return
      expect(errorsOf(`${URL}/schemas/${headers.ce_type}.json`, value)).to.deep.equal([])
      expect(asyncApi.components.messages[id].examples.map((one: { name: string }) => one.name)).to.include(
        name,
      )
    })
  }

  it('cover results, errors of every shape, and events of every public topic', () => {
    const statuses = (operationId: string) =>
      new Set(answers.filter((one) => one.operationId === operationId).map(({ response }) => response.status))
    expect([...statuses('getMetadata')]).to.include.members([200, 202, 400, 401, 403, 429, 500])
    expect([...statuses('takeSnapshot')]).to.include.members([200, 202, 400, 401, 403, 404, 408, 413, 422])
    expect([...statuses('measurePerformance')]).to.include.members([200, 202, 400, 401, 403, 408, 502])
    expect([...statuses('auditSeo')]).to.include.members([200, 202, 400, 401, 403, 422])
    expect([...statuses('getInspection')]).to.include.members([200, 202, 404])
    expect([...statuses('submitBatch')]).to.include.members([202, 400, 401, 403, 415])
    expect([...statuses('getBatch')]).to.include.members([200, 404])
    expect(events.map(({ topic }) => topic)).to.include.members([
      'inspection.requested.batch',
      'result.metadata',
      'result.snapshot',
      'result.performance',
      'result.seo-audit',
      'inspection.failed',
      'dead-letter',
    ])
  })
})

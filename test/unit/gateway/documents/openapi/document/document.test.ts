import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const URL = 'https://probe.example/base'
// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const whole = () => structuredClone(openApiDocument(URL)) as any

type Row = readonly [name: string, type: string, fallback: unknown, bounds?: unknown, max?: unknown]

/**
 * Parameters of a snapshot: name, type, default, minimum or allowed values, maximum
 * (infra/docs/clients.md#snapshot-parameters).
 */
const snapshotTable: readonly Row[] = [
  ['url', 'string', undefined],
  ['device', 'string', undefined, ['mobile', 'tablet', 'desktop']],
  ['viewport', 'object', undefined],
  ['viewport.width', 'integer', 1920, 320, 3840],
  ['viewport.height', 'integer', 1080, 240, 2160],
  ['viewport.deviceScaleFactor', 'number', 1, 1, 3],
  ['fullPage', 'boolean', false],
  ['selector', 'string', undefined],
  ['locate', 'array', undefined],
  ['blockAds', 'boolean', false],
  ['blockCookieBanners', 'boolean', false],
  ['format', 'string', 'webp', ['png', 'jpeg', 'webp']],
  ['omitBackground', 'boolean', false],
  ['timeout', 'integer', 30000, 1000, 60000],
  ['waitFor', 'integer', 0, 0, 10000],
  ['waitUntil', 'string', 'networkidle2', ['load', 'domcontentloaded', 'networkidle0', 'networkidle2']],
]

/** Parameters of metadata (infra/docs/clients.md#metadata-parameters). */
const groups =
  'basic og twitter schema media icons links http indexability counters tier1 tier2 tier3 all'.split(' ')
const metadataTable: readonly Row[] = [
  ['url', 'string', undefined],
  ['device', 'string', 'desktop', ['mobile', 'desktop']],
  ['max_images', 'integer', 25, 1, 100],
  ['max_links', 'integer', 100, 1, 500],
]

/** Parameters of performance (infra/docs/clients.md#performance-parameters). */
const performanceTable: readonly Row[] = [
  ['url', 'string', undefined],
  ['device', 'string', 'desktop', ['mobile', 'tablet', 'desktop']],
  ['waitUntil', 'string', 'networkidle2', ['load', 'domcontentloaded', 'networkidle0', 'networkidle2']],
  ['timeout', 'integer', 30000, 1000, 60000],
  ['details', 'boolean', false],
]

/** The row of a schema, in the form of the tables. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
function rowOf(name: string, { type, default: fallback, enum: allowed, minimum, maximum }: any): Row {
  const row = [name, type, fallback, allowed ?? minimum, maximum]
  while (row.length > 3 && row.at(-1) === undefined) row.pop()
  return row as unknown as Row
}

/** Error codes by status, for each operation (infra/docs/clients.md#errors). */
const answers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/snapshot post': {
    200: ['SnapshotResult'],
    202: ['Running'],
    400: ['ErrorA.VALIDATION_ERROR'],
    401: ['ErrorC.INVALID_API_KEY'],
    403: ['ErrorC.INSUFFICIENT_PERMISSIONS', 'ErrorC.ROBOTS_TXT_BLOCKED'],
    404: ['ErrorA.ELEMENT_NOT_FOUND'],
    408: ['ErrorA.TIMEOUT'],
    413: ['ErrorC.PAYLOAD_TOO_LARGE', 'ErrorA.PAGE_TOO_TALL'],
    415: ['ErrorC.UNSUPPORTED_MEDIA_TYPE'],
    422: ['ErrorC.URL_UNREACHABLE', 'ErrorC.RESPONSE_TOO_LARGE'],
    429: ['ErrorC.RATE_LIMIT_EXCEEDED'],
    500: ['ErrorC.INTERNAL_ERROR'],
    503: ['ErrorC.SERVICE_UNAVAILABLE'],
  },
  '/metadata get': {
    200: ['MetadataResult'],
    202: ['Running'],
    400: ['ErrorB.400'],
    401: ['ErrorB.401'],
    403: ['ErrorC.INSUFFICIENT_PERMISSIONS', 'ErrorC.ROBOTS_TXT_BLOCKED'],
    429: ['ErrorC.RATE_LIMIT_EXCEEDED'],
    500: ['ErrorB.500'],
    503: ['ErrorC.SERVICE_UNAVAILABLE'],
  },
  '/performance get': {
    200: ['PerformanceResult'],
    202: ['Running'],
    400: ['ErrorA.VALIDATION_ERROR'],
    401: ['ErrorC.INVALID_API_KEY'],
    403: ['ErrorC.INSUFFICIENT_PERMISSIONS', 'ErrorC.ROBOTS_TXT_BLOCKED'],
    408: ['ErrorA.TIMEOUT'],
    429: ['ErrorC.RATE_LIMIT_EXCEEDED'],
    500: ['ErrorC.INTERNAL_ERROR'],
    502: ['ErrorA.PAGE_LOAD_FAILED'],
    503: ['ErrorC.SERVICE_UNAVAILABLE', 'ErrorA.BROWSER_CRASHED'],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a response
function schemasOf({ content }: any): string[] {
  const { schema } = content['application/json']
  return [schema.oneOf ?? schema].flat().map(({ $ref }) => $ref.replace('#/components/schemas/', ''))
}

/** Every operation of the document: path, method, operation. */
// biome-ignore lint/suspicious/noExplicitAny: an operation
function all(): (readonly [path: string, method: string, operation: any])[] {
  return Object.entries(whole().paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]) => [path, method, operation] as const),
  )
}

describe('OpenAPI document', () => {
  it('is valid OpenAPI 3.1, by the official schema, and all its references resolve', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(whole())
    expect(errors).to.equal(undefined)
    expect([valid, validator.version]).to.deep.equal([true, '3.1'])
    expect(() => validator.resolveRefs()).not.to.throw()
  })

  it('is invalid with one error: the validator checks', async () => {
    const document = whole()
    document.paths['/metadata'].get.parameters[0].in = 'nowhere'
    expect((await new Validator().validate(document)).valid).to.equal(false)
  })

  it('names the URL and the key', () => {
    const { servers, security, components } = whole()
    expect(servers).to.deep.equal([{ url: URL }])
    expect(security).to.deep.equal([{ ApiKey: [] }])
    expect(components.securitySchemes.ApiKey).to.deep.equal({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    })
  })

  it('has each path of the interface, with its method', () => {
    const paths = all().map(([path, method]) => `${method} ${path}`)
    expect(paths).to.include.members([
      'post /snapshot',
      'get /metadata',
      'get /performance',
      'get /inspections/{id}',
      'get /events',
      'post /batches',
      'get /batches/{id}',
      'delete /batches/{id}',
      'post /batches/{id}/pause',
      'post /batches/{id}/resume',
      'get /batches/{id}/results',
      'get /thumbnail',
      'get /images/{file}',
      'get /bodies/{file}',
      'get /healthz',
      'get /readyz',
      'get /metrics',
      'get /openapi.json',
      'get /asyncapi.json',
      'get /docs',
      'get /schemas/',
      'get /schemas/{file}',
    ])
  })

  it('demands a key where the service does (infra/docs/clients.md#authentication)', () => {
    const keyed = all().flatMap(([path, , { security }]) => (security === undefined ? [path] : []))
    const operations = ['/snapshot', '/metadata', '/performance', '/seo-audit']
    const others = keyed.filter((path) => !operations.includes(path) && !path.startsWith('/batches'))
    expect(others).to.deep.equal([
      '/inspections',
      '/audits',
      '/audits/{id}',
      '/sites',
      '/sites/{host}',
      '/thumbnail',
      '/usage',
      '/keys',
      '/keys',
      '/keys/{id}',
      '/inspections/{id}',
      '/events',
    ])
    expect(all().filter(([path]) => path.startsWith('/batches'))).to.have.length(14)
    expect(keyed.filter((path) => path.startsWith('/batches'))).to.have.length(14)
    expect(keyed).to.include.members(['/snapshot', '/metadata', '/performance'])
  })

  it('has a unique id, a summary and the request id in every answer, for each operation', () => {
    const ids = all().map(([, , { operationId }]) => operationId)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const [path, , { summary, responses }] of all()) {
      expect(summary, path).to.be.a('string').and.not.equal('')
      for (const [status, { headers }] of Object.entries(responses as Record<string, { headers: object }>)) {
        expect(headers, `${path} ${status}`).to.include.keys('X-Request-Id')
      }
    }
  })

  describe('parameters', () => {
    it('of snapshot are those of the contract', () => {
      const { schema, examples: _ } = whole().paths['/snapshot'].post.requestBody.content['application/json']
      const { viewport, quality, ...rest } = schema.properties
      const rows = Object.entries({ viewport, ...rest }).map(([name, one]) => rowOf(name, one))
      const inner = Object.entries(viewport.properties).map(([name, one]) => rowOf(`viewport.${name}`, one))
      expect([...rows, ...inner]).to.have.deep.members(snapshotTable)
      expect(quality.default).to.equal(80)
      expect(quality.anyOf).to.have.deep.members([
        { type: 'number', minimum: 0, maximum: 100 },
        { type: 'string', enum: ['low', 'medium', 'high'] },
      ])
      expect([schema.required, schema.additionalProperties]).to.deep.equal([['url'], false])
    })

    it('of metadata are those of the contract', () => {
      // biome-ignore lint/suspicious/noExplicitAny: parameters
      const query = whole().paths['/metadata'].get.parameters.filter((one: any) => one.in === 'query')
      const byName = Object.fromEntries(query.map((one: { name: string }) => [one.name, one]))
      const { fields, ...rest } = byName
      const rows = Object.entries(rest).map(([name, one]) => rowOf(name, (one as { schema: object }).schema))
      expect(rows).to.have.deep.members(metadataTable)
      expect(fields).to.include({ style: 'form', explode: false })
      expect(fields.schema).to.deep.include({ type: 'array', default: ['all'] })
      expect(fields.schema.items.enum).to.deep.equal(groups)
      const required = query.filter((one: { required: boolean }) => one.required)
      expect(required.map((one: { name: string }) => one.name)).to.deep.equal(['url'])
    })

    it('of performance are those of the contract', () => {
      // biome-ignore lint/suspicious/noExplicitAny: parameters
      const query = whole().paths['/performance'].get.parameters.filter((one: any) => one.in === 'query')
      const rows = query.map((one: { name: string; schema: object }) => rowOf(one.name, one.schema))
      expect(rows).to.have.deep.members(performanceTable)
      const required = query.filter((one: { required: boolean }) => one.required)
      expect(required.map((one: { name: string }) => one.name)).to.deep.equal(['url'])
    })

    it('all have a description', () => {
      for (const [path, , { parameters = [], requestBody }] of all()) {
        const inQuery = parameters.filter((one: { in: string }) => one.in === 'query')
        const inBody = requestBody?.content['application/json']?.schema.properties ?? {}
        for (const one of [...inQuery, ...Object.values(inBody)])
          expect(one.description, path).to.be.a('string')
      }
    })

    it('include the request headers', () => {
      for (const path of ['/snapshot post', '/metadata get', '/performance get']) {
        const [where = '', method = ''] = path.split(' ')
        const refs = whole().paths[where][method].parameters.map(({ $ref = '' }) => $ref.split('/').at(-1))
        expect(refs).to.include.members(['Prefer', 'Cache-Control', 'X-Request-Id', 'traceparent'])
      }
    })
  })

  describe('answers', () => {
    for (const [operation, expected] of Object.entries(answers)) {
      const [path = '', method = ''] = operation.split(' ')
      const { responses } = whole().paths[path][method]

      it(`of ${path} are those of the error table, in its shapes`, () => {
        const found = Object.entries(responses).map(([status, response]) => [status, schemasOf(response)])
        expect(Object.fromEntries(found)).to.deep.equal(expected)
      })

      it(`of ${path} carry the headers of the contract`, () => {
        const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
        expect(responses[200].headers).to.include.keys(...counted, 'Server-Timing', 'Content-Encoding')
        expect(responses[202].headers).to.include.keys('Location', 'Retry-After')
        expect(responses[429].headers).to.include.keys(...counted, 'Retry-After')
        expect(responses[503].headers).to.include.keys('Location', 'Retry-After')
        expect(responses[401].headers).not.to.include.any.keys(...counted)
      })
    }

    it('of every path have Retry-After with 503, and the limit with 429', () => {
      type Responses = Readonly<Record<string, { headers?: object }>>
      const paths = Object.values(whole().paths as Record<string, Record<string, { responses: Responses }>>)
      const all = paths.flatMap((methods) => Object.values(methods).map(({ responses }) => responses))
      const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
      const away = all.flatMap((responses) => responses[503] ?? [])
      const refused = all.flatMap((responses) => responses[429] ?? [])
      expect([away.length, refused.length].every((count) => count > 5)).to.equal(true)
      for (const { headers } of away) expect(headers).to.include.keys('Retry-After')
      for (const { headers } of refused) expect(headers).to.include.keys(...counted, 'Retry-After')
    })

    it('of metadata alone have a header for cached answers', () => {
      const { paths } = whole()
      expect(paths['/metadata'].get.responses[200].headers).to.include.keys('X-Cache')
      expect(paths['/snapshot'].post.responses[200].headers).not.to.include.keys('X-Cache')
      expect(paths['/performance'].get.responses[200].headers).not.to.include.keys('X-Cache')
    })

    it('of an inspection are those of every operation', () => {
      const { responses } = whole().paths['/inspections/{id}'].get
      expect(schemasOf(responses[404])).to.have.members(['ErrorC.NOT_FOUND', 'ErrorA.ELEMENT_NOT_FOUND'])
      expect(schemasOf(responses[500])).to.have.members(['ErrorB.500', 'ErrorC.INTERNAL_ERROR'])
      expect(schemasOf(responses[400])).to.have.members([
        ...['ErrorA.VALIDATION_ERROR', 'ErrorB.400'],
        ...['ErrorC.MISSING_PARAMETER', 'ErrorC.INVALID_URL', 'ErrorC.VALIDATION_ERROR'],
      ])
      expect(schemasOf(responses[408])).to.deep.equal(['ErrorA.TIMEOUT'])
      expect(schemasOf(responses[502])).to.deep.equal(['ErrorA.PAGE_LOAD_FAILED'])
      expect(schemasOf(responses[202])).to.deep.equal(['Running'])
    })
  })
})

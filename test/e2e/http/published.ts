import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document that is walked
type Json = any

/** A call and its answer. */
export interface Exchange {
  readonly method: string
  readonly target: string
  readonly answer: Answer
}

/** The OpenAPI document of the service, which validates its answers. */
export interface Published {
  /** Throws unless the document describes the answer of the path: status, body, headers. */
  check(exchange: Exchange): void
}

/** Header fields of the transport (RFC 9110, RFC 9112), and those of every answer (introduction of the document). */
const everywhere = new Set([
  ...['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'transfer-encoding'],
  ...['x-content-type-options', 'referrer-policy', 'cache-control', 'content-security-policy', 'vary'],
  // On pages only: `checkCommon`.
  'x-frame-options',
  // From the Fetch Standard, for origins that an operator has allowed.
  ...['access-control-allow-origin', 'access-control-expose-headers'],
])

export function publishedBy(document: Json): Published {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'published')
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()

  function expectValid(value: unknown, where: readonly string[], context: string): void {
    const pointer = where.map((one) => one.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `published#/${encodeURI(pointer)}` })
    validators.set(pointer, validate)
    const isValid = validate(value)
    expect(isValid, `${context} is not what ${pointer} says: ${ajv.errorsText(validate.errors)}`).to.equal(
      true,
    )
  }

  function checkBody(answer: Answer, response: Json, where: readonly string[], context: string): void {
    const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
    expect(response.content ?? {}, context).to.include.keys(type)
    if (!/[/+]json$/.test(type) || answer.headers['content-encoding'] !== undefined) return
    expectValid(answer.json(), [...where, 'content', type, 'schema'], context)
  }

  function checkHeaders({ headers }: Answer, documented: Json, context: string): void {
    for (const [name, value] of Object.entries(headers)) {
      const found = Object.keys(documented ?? {}).find((one) => one.toLowerCase() === name)
      if (found === undefined) expect(everywhere, `${context} has a header nobody documents`).to.include(name)
      else expectValid(typed(found, value), ['components', 'headers', found, 'schema'], `${context} ${name}`)
    }
  }

  /** A header's value, converted to the type of its schema. */
  function typed(name: string, value: unknown): unknown {
    return document.components.headers[name].schema.type === 'integer' ? Number(value) : value
  }

  /** Checks answers of paths and methods that the document cannot list, by its introduction. */
  function checkUnlisted({ answer }: Exchange, methods: Json, context: string): void {
    const [status, code] = methods === undefined ? [404, 'NOT_FOUND'] : [405, 'METHOD_NOT_ALLOWED']
    expect(answer.status, context).to.equal(status)
    if (answer.body.length > 0) expect(answer.json().error.code, context).to.equal(code)
    if (status === 404 && answer.body.length > 0) {
      expectValid(answer.json(), ['components', 'schemas', 'ErrorC.NOT_FOUND'], context)
    }
  }

  return {
    check(exchange) {
      const { method, target, answer } = exchange
      const context = `${method} ${target.slice(0, 150)} → ${answer.status} ${shown(answer)}`
      checkCommon(answer.headers, context)
      const path = templateOf(document, target)
      const listed = method === 'HEAD' ? 'get' : method.toLowerCase()
      const operation = document.paths[path]?.[listed]
      if (operation === undefined) return checkUnlisted(exchange, document.paths[path], context)
      const response = operation.responses[answer.status]
      expect(response, `${context}: this status is not documented`).not.to.equal(undefined)
      const where = ['paths', path, listed, 'responses', String(answer.status)]
      checkHeaders(answer, response.headers, context)
      if (answer.body.length > 0) checkBody(answer, response, where, context)
    },
  }
}

/** Checks the headers of every answer (infra/docs/clients.md#http). */
function checkCommon(headers: IncomingHttpHeaders, context: string): void {
  expect(headers['x-request-id'], context).to.match(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers['x-content-type-options'], context).to.equal('nosniff')
  expect(headers['referrer-policy'], context).to.equal('no-referrer')
  const isPage = headers['content-type']?.startsWith('text/html') ?? false
  if (headers['content-type'] !== undefined)
    expect(headers['x-frame-options'], context).to.equal(isPage ? 'DENY' : undefined)
}

/** The path of the document that matches a request target; '' when there is none. */
function templateOf({ paths }: Json, target: string): string {
  const [path = ''] = target.split('?')
  const fits = (template: string) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return Object.keys(paths).find(fits) ?? ''
}

function shown({ headers, body }: Answer): string {
  return /json|text/.test(headers['content-type'] ?? '') ? body.toString().slice(0, 300) : ''
}

import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'

/** A problem of shape A (infra/docs/clients.md#error-shapes). */
export interface Detail {
  readonly code: string
  readonly expected: string
  readonly received: string
  readonly path: readonly string[]
  readonly message: string
}

/**
 * Checks shape A with exactly its keys (infra/docs/clients.md#error-shapes); returns its details, which only some
 * codes have.
 */
export function expectA({ status, headers, json }: Answer, expected: number, code: string): Detail[] {
  expect(status, JSON.stringify(json())).to.equal(expected)
  expect(headers['content-type']).to.match(/^application\/json/)
  expect(json()).to.have.all.keys('error')
  const { error } = json()
  const isListed = code === 'VALIDATION_ERROR' || code === 'PAGE_LOAD_FAILED'
  expect(error).to.have.all.keys('code', 'message', 'http_status', ...(isListed ? ['details'] : []))
  expect([error.code, error.http_status]).to.deep.equal([code, expected])
  expect(error.message).to.be.a('string').and.not.equal('')
  for (const detail of error.details ?? []) expectDetail(detail)
  return error.details ?? []
}

/** All fields are strings except `path`, which is an array of strings (infra/docs/clients.md#error-details). */
function expectDetail({ path, ...texts }: Detail): void {
  expect(texts).to.have.all.keys('code', 'expected', 'received', 'message')
  for (const text of Object.values(texts)) expect(text).to.be.a('string')
  expect(path).to.be.an('array')
  for (const step of path) expect(step).to.be.a('string')
}

const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  500: 'Internal Server Error',
}

/** Checks shape B with exactly its keys; returns its message. */
export function expectB({ status, headers, json }: Answer, expected: number): string {
  expect(status, JSON.stringify(json())).to.equal(expected)
  expect(headers['content-type']).to.match(/^application\/json/)
  const { message, ...rest } = json()
  expect(rest).to.deep.equal({ statusCode: expected, error: reasonPhrases[expected] })
  expect(message).to.be.a('string').and.not.equal('')
  return message
}

/** Checks shape C with exactly its keys, and `details` with exactly these; returns the details. */
export function expectC(
  { status, headers, json }: Answer,
  expected: number,
  code: string,
  keys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  expect(status, JSON.stringify(json())).to.equal(expected)
  expect(headers['content-type']).to.match(/^application\/json/)
  const { success, error, ...rest } = json()
  expect([success, rest]).to.deep.equal([false, {}])
  expect(error).to.have.all.keys('code', 'message', 'details')
  expect(error.code).to.equal(code)
  expect(error.message).to.be.a('string').and.not.equal('')
  if (keys.length > 0) expect(error.details).to.have.all.keys(...keys)
  else expect(error.details).to.deep.equal({})
  return error.details
}

import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '#shared/errors.ts'
import { defaultHeaders } from './default-headers.ts'
import { errorBody } from './error-body.ts'

export type EarlyErrorStatus = 400 | 405 | 408 | 413 | 417 | 421 | 431

/** The nearest code of the contract. These requests never reach an operation, so their errors have shape C. */
const codes: Readonly<Record<EarlyErrorStatus, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  417: 'VALIDATION_ERROR',
  421: 'VALIDATION_ERROR',
  431: 'PAYLOAD_TOO_LARGE',
}

export interface EarlyError {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers and the body of an error before the application saw the request. The connection ends with it. */
export function earlyError(status: EarlyErrorStatus, message: string): EarlyError {
  const body = JSON.stringify(errorBody(null, { code: codes[status], status, message, details: null }))
  const headers = {
    ...defaultHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  return { headers, body }
}

/** The same error as the text of an HTTP/1.1 response, for a connection without a response object. */
export function serializeEarlyError(status: EarlyErrorStatus, message: string): string {
  const { headers, body } = earlyError(status, message)
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`
}

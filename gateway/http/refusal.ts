import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '#shared/errors.ts'
import { errorBody } from '../answers.ts'
import { answerHeaders } from './headers.ts'

export type RefusalStatus = 400 | 405 | 408 | 413 | 417 | 431

/** The nearest code of the contract: these never reach an operation, so they all have shape C. */
const codes: Readonly<Record<RefusalStatus, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  417: 'VALIDATION_ERROR',
  431: 'PAYLOAD_TOO_LARGE',
}

export interface Refusal {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer to what is refused before the application sees it. The connection ends with it. */
export function refusal(status: RefusalStatus, message: string): Refusal {
  const body = JSON.stringify(errorBody(null, { code: codes[status], status, message, details: null }))
  const headers = {
    ...answerHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  return { headers, body }
}

/** The same as it goes over a connection that has no response object (yet). */
export function rawRefusal(status: RefusalStatus, message: string): string {
  const { headers, body } = refusal(status, message)
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`
}

import { createErrorFromCode } from './kafkajs.ts'

/** The error that a broker has answered with (Kafka protocol, "Error Codes"); null for 0. */
export const errorOf = (code: number): Error | null => (code === 0 ? null : createErrorFromCode(code))

/** Throws the error of an answer. */
export function assertAccepted(code: number): void {
  const error = errorOf(code)
  if (error !== null) throw error
}

/** The name of the error code, if a broker has answered with this error. */
export function errorType(error: unknown): string | undefined {
  return (error as { readonly type?: string } | null)?.type
}

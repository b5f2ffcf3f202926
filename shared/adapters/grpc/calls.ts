import {
  type Client,
  type ClientReadableStream,
  Metadata,
  type MethodDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { service as healthService } from 'grpc-health-check'
import { Failure, unavailable } from '#shared/errors.ts'
import { fromGrpcStatus } from '#shared/rpc/grpc-status.ts'
import type { Connections } from './connections.ts'

export type AnyMethod = MethodDefinition<unknown, unknown>

export const noMetadata = new Metadata()

/** One call with one answer; rejects with gRPC's own error. */
export function unary<R>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: AnyMethod,
  request: object,
  metadata: Metadata,
  deadline: number,
): Promise<R> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, reply) => (error === null ? resolve(reply as R) : reject(error)),
    )
  })
}

/** One call with an answer in parts; reading it rejects with gRPC's own error. */
export function serverStream<R>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: AnyMethod,
  request: object,
  metadata: Metadata,
  deadline: number,
): ClientReadableStream<R> {
  const options = { deadline }
  const call = client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    options,
  ) as ClientReadableStream<R>
  // Told to whoever reads; a call that nobody reads any more is cancelled.
  return call.on('error', () => undefined)
}

/** gRPC itself says so: a handler's failure, also an overloaded server's, is an answer. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = error as ServiceError
  return (
    unavailableStatuses.has(code) &&
    code !== status.DEADLINE_EXCEEDED &&
    fromGrpcStatus(error as ServiceError) === null
  )
}

/** A server that is shut down by force cancels the calls at work. */
const unavailableStatuses: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
])

/** What a call to `service` failed for, in the terms of the contract. */
export function toCallFailure(service: string, error: unknown): Failure {
  const sentFailure = fromGrpcStatus(error as ServiceError)
  if (sentFailure !== null) return sentFailure
  if (unavailableStatuses.has((error as ServiceError).code)) return unavailable(service, error)
  return new Failure('INTERNAL_ERROR', `The call of the ${service} failed`, { cause: error })
}

/** Resolves when one of the servers says that `name` is served; rejects otherwise, at the latest at the deadline. */
export async function checkHealth(servers: Connections, name: string, deadline: number): Promise<void> {
  await Promise.any(servers.each(deadline).map((connecting) => checkServer(connecting, name, deadline)))
}

async function checkServer(connecting: Promise<Client>, name: string, deadline: number): Promise<void> {
  const check = healthService.Check as AnyMethod
  const request = { service: name }
  const { status } = await unary<{ status: string }>(await connecting, check, request, noMetadata, deadline)
  if (status !== 'SERVING') throw new Error(`${name} reports ${status}`)
}

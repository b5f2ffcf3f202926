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
import { healthName, NeedMissing, needNames } from '#shared/rpc/needs.ts'
import type { Connections } from './connections.ts'

export type AnyMethod = MethodDefinition<unknown, unknown>

export const noMetadata = new Metadata()

/** A unary call. Rejects with the error of gRPC. */
export function unary<R>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: AnyMethod,
  request: unknown,
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

/** A server-streaming call. Reading the stream rejects with the error of gRPC. */
export function serverStream<R>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: AnyMethod,
  request: unknown,
  metadata: Metadata,
  deadline: number,
): ClientReadableStream<R> {
  const call = client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    { deadline },
  ) as ClientReadableStream<R>
  // The reader of the stream gets the error. A call without a reader has been cancelled.
  return call.on('error', () => undefined)
}

/**
 * Whether the connection broke. A failure that the server sent, including overload, is a response instead.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code } = error as ServiceError
  return (
    unavailableStatuses.has(code) &&
    code !== status.DEADLINE_EXCEEDED &&
    fromGrpcStatus(error as ServiceError) === null
  )
}

/** gRPC statuses of a server that is down. A server that is forced to stop cancels its running calls. */
const unavailableStatuses: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
])

/** Converts an error of gRPC to a failure of the contract. Of a server that refuses the secret of this part a retry may succeed. */
export function toCallFailure(service: string, error: unknown): Failure {
  const sentFailure = fromGrpcStatus(error as ServiceError)
  if (sentFailure !== null) return sentFailure
  const { code } = error as ServiceError
  if (unavailableStatuses.has(code) || code === status.UNAUTHENTICATED) return unavailable(service, error)
  return new Failure('INTERNAL_ERROR', `The call of the ${service} failed`, { cause: error })
}

/**
 * Resolves when one of the servers reports that it serves `name`. Otherwise rejects with `SERVICE_UNAVAILABLE`
 * of the `service`, at the latest at the deadline; its cause is `NeedMissing` when a server says what it misses.
 */
export async function checkHealth(
  servers: Connections,
  service: string,
  name: string,
  deadline: number,
): Promise<void> {
  const checks = servers.each(deadline).map((connecting) => checkServer(connecting, name, deadline))
  await Promise.any(checks).catch((cause: AggregateError) => {
    throw unavailable(service, cause.errors.find((error) => error instanceof NeedMissing) ?? cause)
  })
}

async function checkServer(connecting: Promise<Client>, name: string, deadline: number): Promise<void> {
  const check = healthService.Check as AnyMethod
  const server = await connecting
  const ask = async (service: string) =>
    (await unary<{ status: string }>(server, check, { service }, noMetadata, deadline)).status
  const reported = await ask(name)
  if (reported === 'SERVING') return
  for (const need of needNames) {
    // A server without the need does not know the name.
    if ((await ask(healthName(need)).catch(() => null)) === 'NOT_SERVING') throw new NeedMissing(need)
  }
  throw new Error(`${name} reports ${reported}`)
}

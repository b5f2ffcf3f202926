import {
  Client,
  credentials,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { service as healthService } from 'grpc-health-check'
import { batchesService } from '#shared/rpc/batches/protocol.ts'
import { lookupsService } from '#shared/rpc/lookups/protocol.ts'

const DEADLINE_MS = 30_000

/**
 * Calls of each kind to the parts at these addresses, as a client of gRPC makes them that sends this text as `authorization`;
 * null = nothing. Each resolves with the code of its status.
 */
export function rawCalls(lookups: string, batches: string, authorization: string | null) {
  const metadata = new Metadata()
  if (authorization !== null) metadata.set('authorization', authorization)

  function call(address: string, service: ServiceDefinition, name: string, request: object): Promise<status> {
    const client = new Client(address, credentials.createInsecure())
    const method = service[name] as (typeof service)[string]
    const { path, requestSerialize, responseDeserialize, requestStream, responseStream } = method
    const how = [path, requestSerialize, responseDeserialize] as const
    const options = { deadline: Date.now() + DEADLINE_MS }
    return new Promise<status>((resolve) => {
      const onEnd = (error: ServiceError | null) => resolve(error?.code ?? status.OK)
      if (responseStream) {
        const stream = client.makeServerStreamRequest(...how, request, metadata, options)
        stream.on('status', ({ code }) => resolve(code)).on('error', () => undefined)
        stream.resume()
      } else if (requestStream) {
        const stream = client.makeClientStreamRequest(...how, metadata, options, onEnd)
        stream.on('error', () => undefined)
        stream.write(request)
        stream.end()
      } else client.makeUnaryRequest(...how, request, metadata, options, onEnd)
    }).finally(() => client.close())
  }

  const named = { id: 'none', owner: 'nobody' }
  return {
    judge: () => call(lookups, lookupsService, 'JudgeTarget', { url: 'http://10.0.0.1/' }),
    sitemap: () => call(lookups, lookupsService, 'ListSitemap', { url: 'http://10.0.0.1/' }),
    status: () => call(batches, batchesService, 'GetStatus', named),
    results: () => call(batches, batchesService, 'Results', { ...named, after: 0, isFollowing: false }),
    /** Its first message has no request, which a part that reads it refuses with INVALID_ARGUMENT. */
    submit: () => call(batches, batchesService, 'Submit', { piece: Buffer.from('x') }),
    healthOfLookups: () => call(lookups, healthService, 'Check', { service: '' }),
    healthOfBatches: () => call(batches, healthService, 'Check', { service: '' }),
  }
}

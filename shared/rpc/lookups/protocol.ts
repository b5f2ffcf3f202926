import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** The service name in calls and health checks. */
export const serviceName = 'pageprobe.lookups.v1.Lookups'

/** The service of `proto/lookups.proto`: server and client share this definition. */
export const lookupsService = loadSync(`${import.meta.dirname}/../../../proto/lookups.proto`, {
  enums: String,
  longs: Number,
  defaults: true,
})[serviceName] as ServiceDefinition

/** Request metadata with the W3C trace context. */
export const traceHeader = 'traceparent'

/** Request metadata with the lane of the work. Default: interactive. */
export const laneHeader = 'lane'

/** Request metadata with the id of the batch of the work. */
export const batchHeader = 'batch'

/** Request metadata with the manners of that batch, as `encodePoliteness` writes them. Default: the installation's. */
export const politenessHeader = 'politeness'

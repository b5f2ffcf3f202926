import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { FrontierFigures } from '../adapters/frontier-metrics.ts'
import type { SiteReports } from '../adapters/sqlite/site/site-reports.ts'
import type { BatchServicePorts } from '../batch-service.ts'
import type { SiteStore } from '../site/finish/site-store.ts'
import type { Frontier } from './frontier.ts'
import type { FrontierOptions } from './frontier-options.ts'

/** Closes a resource. Its work may take `graceMs` milliseconds to finish. */
export type Close = (graceMs: number) => unknown

export interface OpenOptions {
  readonly runtime: Runtime
  readonly lookups: Lookups
  /** Gets what has to be closed, the last one first. */
  readonly resources: Close[]
}

/** A frontier, with the results and sites of its batches. */
export interface OpenFrontier
  extends Pick<BatchServicePorts, 'readResults' | 'linesAtOnce'>,
    Pick<FrontierOptions, 'notifier' | 'readValue'> {
  readonly frontier: Frontier
  readonly sites: SiteStore
  readonly siteReports: Omit<SiteReports, 'stop'>
  /** What all processes of the frontier have to do. */
  figures(): Promise<FrontierFigures>
  /** The name of this process among those of the frontier; where there is one alone, the same after a restart. */
  readonly holder: string
  /** The secret that seals the requests of all batch parts. */
  secret(): string
  /** Tells callers of the server whether what keeps the frontier answers, until the returned function is called. Absent: it is here. */
  reportHealth?(server: Pick<GrpcServer, 'setNeed'>): Close
}

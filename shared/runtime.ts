import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { Config } from '#shared/config/config.ts'
import type { Log } from '#shared/log.ts'
import type { EventLog, EventReader } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'

/** The configuration and ports that every component is given. */
export interface Runtime {
  readonly config: Config
  readonly logger: Log
  readonly log: EventLog
  /** Reads the log without a consumer group. */
  readonly events: EventReader
  readonly store: ResultStore
  readonly objects: ObjectStore
  readonly telemetry: Telemetry
  /** Authenticates calls between parts. */
  readonly partsSecret: PartsSecret
  /** Memory for bodies of targets. */
  readonly memory: MemoryBudget
  /** Base of the links in answers and events, without a trailing slash. */
  publicUrl(): string
}

/** A running component (part) of the service. */
export interface Component {
  /** Accepts no new work, finishes or abandons its work within `graceMs`, and closes what it opened. */
  stop(graceMs: number): Promise<void>
  /** Resolves with the reason when the component must not continue; the process then ends. */
  readonly failed?: Promise<Error>
}

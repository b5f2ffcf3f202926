import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { Config } from '#shared/config/config.ts'
import type { Log } from '#shared/log.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { EventReader } from '#shared/ports/event-reader.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'

/** What every part of the service is given. */
export interface Runtime {
  readonly config: Config
  readonly logger: Log
  readonly log: EventLog
  /** Reads the embedded log without a group; null with a broker, which has readers of its own. */
  readonly events: EventReader | null
  readonly store: ResultStore
  readonly objects: ObjectStore
  readonly telemetry: Telemetry
  /** For the bodies of targets. */
  readonly memory: MemoryBudget
  /** Base of the links in answers and events, without a trailing slash. */
  publicUrl(): string
}

/** A part that runs. */
export interface Component {
  /** Takes no new work, finishes or hands back what it has, and closes what it opened; within `graceMs`. */
  stop(graceMs: number): Promise<void>
  /** Resolves with the reason when the part must not go on: the process ends with it. */
  readonly failed?: Promise<Error>
}

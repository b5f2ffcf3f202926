import type { DatabaseSync } from 'node:sqlite'
import { openTables } from '../tables.ts'
import { homePartsTable } from './home-parts-table.ts'
import { homesTable } from './homes-table.ts'
import { inputsTable } from './inputs-table.ts'
import { partsTable } from './parts-table.ts'
import { segmentsTable } from './segments-table.ts'
import { makeShardTables } from './shard-schema.ts'

/** The tables of a shard. */
export type ShardTables = ReturnType<typeof openShardTables>

export interface ShardTablesOptions {
  /** Number of the shard, from 0, and how many there are. */
  readonly shard: number
  readonly shards: number
  /** See `openTables`. */
  readonly perHost: number
  readonly queueOf?: (url: string, batch?: string) => string
}

/** Creates or migrates the tables of a shard and prepares all statements. */
export function openShardTables(db: DatabaseSync, { shard, shards, perHost, queueOf }: ShardTablesOptions) {
  const items = openTables(db, perHost, queueOf, { first: shard, step: shards })
  makeShardTables(db)
  return {
    shard,
    items,
    inputs: inputsTable(db),
    parts: partsTable(db),
    homes: homesTable(db, shard),
    homeParts: homePartsTable(db),
    segments: segmentsTable(db),
  }
}

import { addedLines, batch, batchPage } from '#shared/operations/results/batch.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'

/** Schemas of the batch routes, by component name. */
export function batchComponents(): Readonly<Record<string, JsonSchema>> {
  return { Batch: schemaOf(batch), BatchPage: schemaOf(batchPage), AddedLines: schemaOf(addedLines) }
}

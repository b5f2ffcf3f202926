import { parseArgs } from 'node:util'
import type { FaultRow } from './fault-rows.ts'

export interface FaultOptions {
  /** Whether the rows are only listed. */
  readonly isList: boolean
  readonly rows: readonly FaultRow[]
  /** The file for the table in JSON. */
  readonly json: string
  /** Whether the table is written into the documents. */
  readonly isWritten: boolean
}

const JSON_FILE = '.cache/faults.json'

/** Reads the arguments of `npm run faults`; throws an error for the reader when they are wrong. */
export function readOptions(args: readonly string[], known: readonly FaultRow[]): FaultOptions {
  const options = {
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'string', default: JSON_FILE },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const unknown = positionals.filter((name) => !known.some((row) => row.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `unknown row: ${unknown.join(', ')}; the rows are ${known.map(({ name }) => name).join(', ')}`,
    )
  }
  if (values.write && positionals.length > 0)
    throw new Error('--write writes the table of all rows: name no row beside it')
  const rows = positionals.length === 0 ? known : known.filter(({ name }) => positionals.includes(name))
  return { isList: values.list, rows, json: values.json, isWritten: values.write }
}

import { isObject as isJsonObject } from '#shared/is-object.ts'
import { jsonFaultIn } from './json-fault.ts'
import { repaired } from './json-repair.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Where and why a block cannot be read. */
export interface BlockFault {
  /** Index in the text of the block. */
  readonly index: number
  readonly message: string
}

/** One JSON-LD `script`. */
export interface BlockFact {
  /** Null when it could be read, as written or repaired. */
  readonly fault: BlockFault | null
  readonly isRepaired: boolean
  readonly isEmpty: boolean
  /** Whether the block is longer than the part that is read. */
  readonly isCut: boolean
  /** The parsed content; null when it could not be read. */
  readonly value: JsonValue
}

/** Deeper blocks are rejected: no real block is deeper, and later steps recurse. */
const maxDepth = 60

/** Whether a JSON value is an object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value)
}

/** The values of a property, which may be one value instead of a list. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value as JsonValue]
}

function isTooDeep(value: JsonValue, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= maxDepth) return true
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
}

function messageAt(text: string, index: number, reason: string): string {
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return `line ${line}, column ${index - before.lastIndexOf('\n')}: ${reason}`
}

const nothingRead: BlockFact = { fault: null, isRepaired: false, isEmpty: false, isCut: false, value: null }

/** A block that is longer than the part that is read. */
export const cutBlock: BlockFact = { ...nothingRead, isCut: true }

function parsed(text: string): { readonly value: JsonValue } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function readBlock(text: string): BlockFact {
  if (text.trim() === '') return { ...nothingRead, isEmpty: true }
  const asItStands = parsed(text)
  const mended = asItStands ? null : repaired(text)
  const read = asItStands ?? parsed(mended?.text ?? '')
  if (read === null) {
    const found = jsonFaultIn(mended?.text ?? text) ?? { index: 0, reason: 'no JSON' }
    const index = mended?.originOf(found.index) ?? found.index
    return { ...nothingRead, fault: { index, message: messageAt(text, index, found.reason) } }
  }
  if (isTooDeep(read.value)) return { ...nothingRead, fault: { index: 0, message: 'nested too deeply' } }
  return { ...nothingRead, isRepaired: mended !== null, value: read.value }
}

/** Reads the JSON-LD blocks of a page independently: a broken block is reported, the others count. */
export function readBlocks(texts: readonly string[]): BlockFact[] {
  return texts.map(readBlock)
}

function* topNodes(value: JsonValue): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* topNodes(item)
  if (!isObject(value)) return
  const graph = value['@graph']
  if (graph === undefined || value['@type'] !== undefined) yield value
  if (graph !== undefined) yield* topNodes(graph)
}

/** The top-level nodes of the blocks and of their graphs, in order. */
export function nodesOf(blocks: readonly BlockFact[]): JsonObject[] {
  return blocks.flatMap(({ value }) => [...topNodes(value)])
}

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Node, nodesBelow, parse } from '#infra/tools/syntax-tree.ts'
import { root } from '../sandbox.ts'
import { readSource } from './source-files.ts'

/** A module of the project that a program loads. */
export interface LoadedModule {
  /** From the root. */
  readonly path: string
  readonly nodes: readonly Node[]
}

/** The modules that programs load, directly or through others: imports of types are left out, and so are threads. */
export function loadedModules(entries: readonly string[]): LoadedModule[] {
  const found = new Map<string, LoadedModule>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const nodes = parse(readSource(path)).statements.flatMap((statement) => [...nodesBelow(statement)])
    found.set(path, { path, nodes })
    for (const specifier of nodes.flatMap(importedBy)) waiting.push(...resolved(specifier, path))
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

function importedBy(node: Node): string[] {
  if (node.type === 'CallExpression') return importedByCall(node)
  const isImport = /^(?:ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration)$/.test(node.type)
  const { typeOnly, source, specifiers } = node as unknown as Declaration
  return isImport && source && !typeOnly && !areTypes(specifiers ?? []) ? [source.value] : []
}

interface Declaration {
  readonly typeOnly?: boolean
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly { readonly isTypeOnly?: boolean }[]
}

function importedByCall(node: Node): string[] {
  const { callee, arguments: given } = node as unknown as { callee: Node; arguments: { expression: Node }[] }
  const expression = callee.type === 'Import' ? given[0]?.expression : undefined
  return expression?.type === 'StringLiteral' ? [String(expression.value)] : []
}

function areTypes(specifiers: readonly { isTypeOnly?: boolean }[]): boolean {
  return specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly === true)
}

/** The path of a module of the project; none for a package. */
function resolved(specifier: string, importer: string): string[] {
  const path = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(importer), specifier)
  const isOwn = /^[#.]/.test(specifier) && /\.[mc]?[tj]sx?$/.test(path)
  return isOwn && existsSync(join(root, path)) ? [path] : []
}

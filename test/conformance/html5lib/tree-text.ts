import type { ChildNode, Document, Element, ParentNode } from 'domhandler'
import { html } from 'parse5'

const prefixes: Readonly<Record<string, string>> = { [html.NS.SVG]: 'svg ', [html.NS.MATHML]: 'math ' }

/** A tree as the suite writes it. */
export function treeText(root: Document): string {
  return linesOf(root, '| ').join('\n')
}

function linesOf(parent: ParentNode, indent: string): string[] {
  return parent.children.flatMap((node) => linesOfNode(node, indent))
}

function linesOfNode(node: ChildNode, indent: string): string[] {
  if (node.type === 'text') return [`${indent}"${node.data}"`]
  if (node.type === 'comment') return [`${indent}<!-- ${node.data} -->`]
  if (node.type === 'directive') return [`${indent}${doctypeText(node)}`]
  if (node.type === 'root') return [`${indent}content`, ...linesOf(node, `${indent}  `)]
  if ('attribs' in node) return linesOfElement(node, indent)
  return []
}

function doctypeText(node: ChildNode): string {
  const {
    'x-name': name,
    'x-publicId': publicId,
    'x-systemId': systemId,
  } = node as ChildNode & Readonly<Record<string, unknown>>
  const ids = publicId || systemId ? ` "${publicId ?? ''}" "${systemId ?? ''}"` : ''
  return `<!DOCTYPE ${name ?? ''}${ids}>`
}

function linesOfElement(element: Element, indent: string): string[] {
  const prefix = prefixes[element.namespace ?? ''] ?? ''
  const attributes = Object.entries(element.attribs)
    .map(([name, value]) => `${indent}  ${attributeName(element, name)}="${value}"`)
    .sort()
  return [`${indent}<${prefix}${element.name}>`, ...attributes, ...linesOf(element, `${indent}  `)]
}

function attributeName(element: Element, name: string): string {
  const prefix = element['x-attribsPrefix']?.[name]
  return prefix ? `${prefix} ${name}` : name
}

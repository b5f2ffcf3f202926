import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** Elements inside each other: more is no logo, and costs whoever draws it. */
const MAX_DEPTH = 100
const SVG = 'http://www.w3.org/2000/svg'
const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * Whether bytes are an SVG image in UTF-8 that has no script, event handler, foreign or HTML element, document type, processing
 * instruction or outside resource. One pass over the bytes.
 */
export function isHarmlessSvg(bytes: Uint8Array): boolean {
  try {
    judge(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

/** Throws at the first thing that is not well-formed or not harmless. */
function judge(text: string): void {
  const parser = new SaxesParser({ xmlns: false })
  const open: string[] = []
  parser.on('doctype', refuse)
  parser.on('processinginstruction', refuse)
  parser.on('opentag', (tag) => {
    if (open.length === 0 && !isRoot(tag)) refuse()
    if (open.push(localName(tag.name)) > MAX_DEPTH || !isHarmless(tag)) refuse()
  })
  let css = ''
  const style = (part: string) => {
    if (open.at(-1) === 'style') css += part
  }
  parser.on('closetag', () => {
    if (open.pop() === 'style' && !isHarmlessCss(css)) refuse()
  })
  parser.on('text', style)
  parser.on('cdata', style)
  parser.write(text).close()
}

function refuse(): never {
  throw new Error('This is no harmless SVG')
}

/** SVG as an image is drawn only where its root is in the namespace (SVG 2, 5.1.1). */
function isRoot({ name, attributes }: SaxesTagPlain): boolean {
  const prefix = name.includes(':') ? `:${name.split(':')[0]}` : ''
  return localName(name) === 'svg' && attributes[`xmlns${prefix}`] === SVG
}

const refusedElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'handler',
  'listener',
])

function isHarmless({ name, attributes }: SaxesTagPlain): boolean {
  if (refusedElements.has(localName(name))) return false
  return Object.entries(attributes).every(([attribute, value]) => isHarmlessAttribute(attribute, value))
}

function isHarmlessAttribute(attribute: string, value: string): boolean {
  const name = localName(attribute)
  if (attribute.startsWith('xmlns')) return value !== XHTML
  if (name.startsWith('on') || attribute.toLowerCase() === 'xml:base') return false
  if (name === 'href' || name === 'src') return isInside(value)
  // An animation may write any attribute.
  if (name === 'attributename') return !/^(?:on|.*href$)/.test(localName(value.trim()))
  return isHarmlessCss(value)
}

/** A place of the image itself, or a raster image in the text. */
function isInside(url: string): boolean {
  return /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(url)
}

/** Functions of CSS that load (CSS Values 4, 4.5; CSS Images 4, 3 and 2.3); a backslash can write any of them otherwise. */
const loading = /@import|\\|\b(?:src|image|image-set|cross-fade)\(/i

function isHarmlessCss(css: string): boolean {
  if (loading.test(css)) return false
  return css
    .split(/url\(/i)
    .slice(1)
    .every((rest) => isInside(rest.replace(/^\s*["']?/, '')))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

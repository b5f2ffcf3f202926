import { tidy } from '#stages/extract/text/tidy.ts'

/** What a collector sees of a start tag and of the text of a title. */
export interface SeenTag {
  readonly name: string
  readonly place: 'head' | 'body'
  /** Inside svg or math. */
  readonly isForeign: boolean
  /** Of titles of the page: white space collapsed; null for other elements. */
  readonly title: string | null
}

/** What the content of a template stands in. */
const CONTENT = 'content'
/** The scanner shows their tags to nobody: they move between head and body. */
const UNSHOWN = new Set(['html', 'head', 'body', CONTENT])

interface Line {
  readonly depth: number
  readonly content: string
}

interface Named {
  readonly name: string
  /** Of svg or math. */
  readonly isForeign: boolean
}

interface Open {
  readonly depth: number
  readonly name: string
  /** Whether its content is svg or math. */
  readonly holdsForeign: boolean
}

/** 13.2.6: elements of svg and math whose content is HTML. */
const INTEGRATION_POINTS = new Set('foreignobject desc title mi mo mn ms mtext annotation-xml'.split(' '))

/**
 * What a collector of every tag has to see where the page has the tree that the suite expects: its elements in their
 * order, without those in a template.
 */
export function expectedTags(tree: string): SeenTag[] {
  const lines = linesOf(tree)
  const open: Open[] = []
  return lines.flatMap((line, at) => {
    while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop()
    const element = elementOf(line)
    if (element === null) return []
    const around = [...open]
    const { name, isForeign } = element
    open.push({ depth: line.depth, name, holdsForeign: isForeign && !INTEGRATION_POINTS.has(name) })
    if (UNSHOWN.has(name) || around.some((outer) => outer.name === CONTENT)) return []
    return [seenTag(element, around, () => textBelow(lines, at))]
  })
}

/** The tag of an element as it is seen within the elements around it. */
function seenTag({ name, isForeign }: Named, around: readonly Open[], text: () => string): SeenTag {
  const isRoot = name === 'svg' || name === 'math'
  return {
    name,
    place: around.some((outer) => outer.name === 'head') ? 'head' : 'body',
    isForeign: isForeign && (!isRoot || around.at(-1)?.holdsForeign === true),
    title: name === 'title' && !isForeign ? tidy(text()) : null,
  }
}

/** The lines of the tree; text with line feeds is one. */
function linesOf(tree: string): Line[] {
  return tree.split(/\n(?=\| )/).map((line) => {
    const [, indent = '', content = ''] = /^\| ( *)(.*)$/s.exec(line) ?? []
    return { depth: indent.length, content }
  })
}

function elementOf({ content }: Line): Named | null {
  if (content === CONTENT) return { name: CONTENT, isForeign: false }
  const [, space, name] = /^<(svg |math )?([^!].*)>$/s.exec(content) ?? []
  return name === undefined ? null : { name: name.toLowerCase(), isForeign: space !== undefined }
}

function textBelow(lines: readonly Line[], at: number): string {
  const depth = lines[at]?.depth ?? 0
  const after = lines.slice(at + 1)
  const end = after.findIndex((line) => line.depth <= depth)
  return after
    .slice(0, end < 0 ? undefined : end)
    .map(({ content }) => /^"(.*)"$/s.exec(content)?.[1] ?? '')
    .join('')
}

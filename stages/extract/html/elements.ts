import { NameTable } from './name-table.ts'
import type { Content } from './raw-text.ts'

/** What the scanner needs to know about an element. Section numbers are those of the HTML Standard, 13.1 and 13.2. */
export interface Traits {
  readonly name: string
  /** Index among the known names; -1 for others. */
  readonly number: number
  /** 13.1.2: has no end tag and no content. */
  readonly isVoid: boolean
  /** 13.2.4.2, "special": ends the elements within it when it ends. Other elements end alone. */
  readonly isSpecial: boolean
  /** May stand in the head without ending it (13.2.6.4.4). */
  readonly isHeadContent: boolean
  /** Has a meaning within a frameset (13.2.6.4.20). */
  readonly isOfFrameset: boolean
  /** Its end tag ends a head (HTML, 13.2.6.4.4). */
  readonly endsHead: boolean
  /** `html`, `head`, `body`: their tags move between head and body; they are never on the stack. */
  readonly isFrame: boolean
  /** Its text does not count as words: script, style, template, noscript and the raw-text elements. */
  readonly hides: boolean
  /** How its content is tokenized, outside svg and math. */
  readonly content: Content
  /** Separates words: text before and after its tags belongs to different words. */
  readonly separates: boolean
  /** Ends svg and math around it (13.2.6.5). */
  readonly breaksOut: boolean
  /** Numbers of the open elements that its start tag ends, and of the elements that shield them. */
  readonly ends: readonly number[] | null
  readonly shields: readonly number[]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const none: readonly number[] = []

const voids = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)
const special = words(
  `address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
   details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header
   hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object
   ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot
   th thead title tr track ul wbr xmp`,
)
const headContent = words(
  'html head base basefont bgsound link meta noframes noscript script style template title',
)
const framesetContent = words('html frameset frame noframes')
const hiding = words('script style template noscript title iframe noembed noframes')
const rawText = words('style title textarea xmp iframe noembed noframes')
const contents: ReadonlyMap<string, Content> = new Map([
  ['plaintext', 'plain-text'],
  ['script', 'script'],
  ['noscript', 'noscript'],
])
const inlineSpecial = words('area base basefont bgsound embed img input link meta param source track wbr')
const breakingOut = words(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
   nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`,
)
const endingParagraph = words(
  `address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1
   h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p plaintext pre search section summary table ul xmp`,
)
/** Names that pages commonly use; others are slower to look up. */
const knownNames = [
  ...special,
  ...breakingOut,
  ...words(`a abbr article audio canvas cite data del dfn dialog g image ins kbd label map mark math meter option
    optgroup output path picture progress q rect rp rt samp section slot svg symbol time use video circle defs foreignobject`),
].filter((name, index, all) => all.indexOf(name) === index)
const numbers: ReadonlyMap<string, number> = new Map(knownNames.map((name, number) => [name, number]))
export const tagNames = new NameTable(knownNames)

/** The number of a known name; -1 for others. */
export function numberOf(name: string): number {
  return numbers.get(name) ?? -1
}

const allOf = (text: string): readonly number[] => text.split(' ').map(numberOf)

const scope = allOf('applet caption table td th marquee object template noscript button foreignobject')
const listScope = allOf(
  'ul ol dl applet caption table td th marquee object template noscript button foreignobject',
)
const tableScope = allOf('table template noscript')
const selectScope = allOf('select template noscript')

const paragraph = { ends: allOf('p'), shields: scope }
const endings: Readonly<Record<string, Pick<Traits, 'ends' | 'shields'>>> = {
  li: { ends: allOf('li p'), shields: listScope },
  dd: { ends: allOf('dd dt p'), shields: listScope },
  dt: { ends: allOf('dd dt p'), shields: listScope },
  tr: { ends: allOf('tr td th caption colgroup'), shields: tableScope },
  td: { ends: allOf('td th'), shields: tableScope },
  th: { ends: allOf('td th'), shields: tableScope },
  tbody: { ends: allOf('tbody thead tfoot caption colgroup'), shields: tableScope },
  thead: { ends: allOf('tbody thead tfoot caption colgroup'), shields: tableScope },
  tfoot: { ends: allOf('tbody thead tfoot caption colgroup'), shields: tableScope },
  option: { ends: allOf('option'), shields: selectScope },
  optgroup: { ends: allOf('option optgroup'), shields: selectScope },
  a: { ends: allOf('a'), shields: scope },
  button: { ends: allOf('button'), shields: scope },
}

/** Elements that limit the scope of an end tag (13.2.4.2, "has an element in scope"). */
export const scopeOfEndTags = allOf('applet caption td th marquee object template foreignobject')
export const htmlInSvg = words('foreignobject desc title')
export const htmlInMath = words('mi mo mn ms mtext annotation-xml')

/** The traits of a name in lower case, known or not. */
export function traitsOf(name: string): Traits {
  const isSpecial = special.has(name)
  // A page may call an element `constructor`.
  const own = Object.hasOwn(endings, name) ? endings[name] : undefined
  const { ends, shields } = own ?? (endingParagraph.has(name) ? paragraph : { ends: null, shields: none })
  return {
    name,
    number: numberOf(name),
    isVoid: voids.has(name),
    isSpecial,
    isHeadContent: headContent.has(name),
    isOfFrameset: framesetContent.has(name),
    endsHead: name === 'body' || name === 'html' || name === 'br',
    isFrame: name === 'html' || name === 'head' || name === 'body',
    hides: hiding.has(name),
    content: contents.get(name) ?? (rawText.has(name) ? 'raw-text' : 'markup'),
    separates:
      (isSpecial && !inlineSpecial.has(name) && !hiding.has(name)) ||
      name === 'option' ||
      name === 'optgroup',
    breaksOut: breakingOut.has(name),
    ends,
    shields,
  }
}

/** Traits by number. `image` is parsed as `img` (13.2.6.4.7). */
export const knownTraits: readonly Traits[] = knownNames.map((name) =>
  traitsOf(name === 'image' ? 'img' : name),
)

export const knownCount = knownNames.length

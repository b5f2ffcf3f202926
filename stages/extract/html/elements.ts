/** What the scanner must know of an element; names are those of the HTML Standard, section 13.1 and 13.2. */
export interface Traits {
  readonly name: string
  /** 13.1.2: has no end tag and no content. */
  readonly isVoid: boolean
  /** 13.2.4.2 "special": ends what it contains when it ends; other elements end alone. */
  readonly isSpecial: boolean
  /** May stand in head without ending it (13.2.6.4.4). */
  readonly isHeadContent: boolean
  /** `html`, `head`, `body`: their tags move the place, they are never on the stack. */
  readonly isFrame: boolean
  /** Its text is not shown as words: script, style, template, noscript and the raw-text elements. */
  readonly hides: boolean
  /** Words on both sides of its tags are different words. */
  readonly separates: boolean
  /** Ends svg and math around it (13.2.6.5). */
  readonly breaksOut: boolean
  /** Open elements that its start tag ends, and those that shield them. */
  readonly ends: ReadonlySet<string> | null
  readonly shields: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

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
const hiding = words('script style template noscript title iframe noembed noframes')
const inlineSpecial = words('area base basefont bgsound embed img input link meta param source track wbr')
const breakingOut = words(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
   nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`,
)
const endingParagraph = words(
  `address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1
   h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p plaintext pre search section summary table ul xmp`,
)
const scope = words('applet caption table td th marquee object template button')
const listScope = words('ul ol dl applet caption table td th marquee object template button')
const tableScope = words('table template')
const selectScope = words('select template')

const paragraph = { ends: words('p'), shields: scope }
const endings: Readonly<Record<string, { ends: ReadonlySet<string>; shields: ReadonlySet<string> }>> = {
  li: { ends: words('li p'), shields: listScope },
  dd: { ends: words('dd dt p'), shields: listScope },
  dt: { ends: words('dd dt p'), shields: listScope },
  tr: { ends: words('tr td th caption colgroup'), shields: tableScope },
  td: { ends: words('td th'), shields: tableScope },
  th: { ends: words('td th'), shields: tableScope },
  tbody: { ends: words('tbody thead tfoot caption colgroup'), shields: tableScope },
  thead: { ends: words('tbody thead tfoot caption colgroup'), shields: tableScope },
  tfoot: { ends: words('tbody thead tfoot caption colgroup'), shields: tableScope },
  option: { ends: words('option'), shields: selectScope },
  optgroup: { ends: words('option optgroup'), shields: selectScope },
  a: { ends: words('a'), shields: scope },
  button: { ends: words('button'), shields: scope },
}

/** Elements that stop an end tag from reaching out (13.2.4.2 "has an element in scope"). */
export const scopeOfEndTags = words('applet caption td th marquee object template')
export const htmlInSvg = words('foreignobject desc title')
export const htmlInMath = words('mi mo mn ms mtext annotation-xml')

/** The traits of a name, known or not; `name` in lower case. */
export function traitsOf(name: string): Traits {
  const isSpecial = special.has(name)
  const { ends, shields } =
    endings[name] ?? (endingParagraph.has(name) ? paragraph : { ends: null, shields: scope })
  return {
    name,
    isVoid: voids.has(name),
    isSpecial,
    isHeadContent: headContent.has(name),
    isFrame: name === 'html' || name === 'head' || name === 'body',
    hides: hiding.has(name),
    separates:
      (isSpecial && !inlineSpecial.has(name) && !hiding.has(name)) ||
      name === 'option' ||
      name === 'optgroup',
    breaksOut: breakingOut.has(name),
    ends,
    shields,
  }
}

/** The names that pages use; looked up once per tag. */
export const knownTraits: ReadonlyMap<string, Traits> = new Map(
  [
    ...special,
    ...breakingOut,
    ...'a abbr article audio canvas cite data del dfn dialog g ins kbd label map mark math meter option optgroup'.split(
      ' ',
    ),
    ...'output path picture progress q rect rp rt samp section slot svg symbol time use video circle defs'.split(
      ' ',
    ),
  ].map((name) => [name, traitsOf(name)]),
)

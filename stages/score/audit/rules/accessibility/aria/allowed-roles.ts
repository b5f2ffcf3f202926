import type { Element } from 'domhandler'
import { opensDetails } from '../../../derived/aria/focus.ts'
import { implicitRole, inputType } from '../../../derived/aria/role.ts'
import { isNamedByAuthor } from '../../../derived/names/accessible-name.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'

// Roles that may be set on HTML elements (ARIA in HTML, W3C Recommendation, section 4).

type Allowed = ReadonlySet<string> | 'any'

const none = new Set<string>()
function only(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}

const unchangeable = only(
  `base body caption col colgroup datalist dd details dialog head html label legend link main map math meta meter noscript optgroup
   option param picture progress script slot source style template textarea title track`,
)

const list = only('directory group listbox menu menubar none presentation radiogroup tablist toolbar tree')
const heading = only('doc-subtitle none presentation tab')
const embedded = only('application document image img none presentation')
const media = only('application')
const decoration = only('none presentation')

const byName: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    article: only('application document feed main none presentation region'),
    aside: only(
      `complementary doc-dedication doc-example doc-footnote doc-glossary doc-pullquote doc-tip feed none note presentation region search`,
    ),
    audio: media,
    br: decoration,
    button: only(
      `checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider switch tab treeitem`,
    ),
    dialog: only('alertdialog'),
    dl: only('group list none presentation'),
    dt: only('listitem'),
    embed: embedded,
    fieldset: only('none presentation radiogroup'),
    figcaption: only('group none presentation'),
    footer: only('contentinfo doc-footnote group none presentation'),
    form: only('form none presentation search'),
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    header: only('banner doc-footnote group none presentation'),
    hr: only('doc-pagebreak none presentation'),
    iframe: embedded,
    li: only(
      `doc-biblioentry doc-endnote menuitem menuitemcheckbox menuitemradio none option presentation radio separator tab treeitem`,
    ),
    menu: list,
    nav: only('doc-index doc-pagelist doc-toc menu menubar none presentation tablist'),
    object: only('application document image img'),
    ol: list,
    search: only('form group none presentation region search'),
    section: only(
      `alert alertdialog application banner complementary contentinfo dialog doc-abstract doc-acknowledgments doc-afterword
       doc-appendix doc-bibliography doc-chapter doc-colophon doc-conclusion doc-credit doc-credits doc-dedication doc-endnotes
       doc-epigraph doc-epilogue doc-errata doc-example doc-foreword doc-glossary doc-index doc-introduction doc-notice doc-pagelist
       doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-toc document feed group log main marquee navigation none note
       presentation region search status tabpanel`,
    ),
    ul: list,
    video: media,
    wbr: decoration,
  }),
)

const link = only(
  `button checkbox doc-backlink doc-biblioref doc-glossref doc-noteref menuitem menuitemcheckbox menuitemradio option radio switch tab
   treeitem`,
)
const namedImage = only(
  `button checkbox doc-cover image link math menuitem menuitemcheckbox menuitemradio meter option progressbar radio scrollbar separator
   slider switch tab treeitem`,
)

const inputs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    button: only(
      'checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider switch tab treeitem',
    ),
    checkbox: only('menuitemcheckbox option switch'),
    email: only('combobox searchbox spinbutton'),
    image: only(
      'checkbox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider switch tab treeitem',
    ),
    radio: only('menuitemradio'),
    reset: only(
      'checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio switch tab',
    ),
    search: only('combobox searchbox spinbutton'),
    submit: only(
      'checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio switch tab',
    ),
    tel: only('combobox searchbox spinbutton'),
    text: only('combobox searchbox spinbutton'),
    url: only('combobox searchbox spinbutton'),
  }),
)

/** Roles of publishing that only refine the role that the element has anyway (DPUB-ARIA 1.1, superclass roles). */
const refinedBy: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'doc-backlink': 'link',
    'doc-biblioentry': 'listitem',
    'doc-biblioref': 'link',
    'doc-cover': 'img',
    'doc-endnote': 'listitem',
    'doc-glossref': 'link',
    'doc-noteref': 'link',
  }),
)

/**
 * Whether a role may be set on an HTML element; its implicit role always may. Returns true for foreign elements,
 * on which the standard says nothing.
 */
export function allowsRole(document: PageDocument, element: Element, role: string): boolean {
  if (!isHtml(element)) return true
  const own = implicitRole(document, element)
  if (role === own || (role === 'none' && own === 'presentation')) return true
  if ((refinedBy.get(role) ?? own) !== own) return false
  const allowed = allowedOn(document, element)
  return allowed === 'any' || allowed.has(role)
}

function allowedOn(document: PageDocument, element: Element): Allowed {
  const { name } = element
  const listed = byName.get(name) ?? byAttributes.get(name)?.(element, document)
  if (listed !== undefined) return listed
  return unchangeable.has(name) ? none : 'any'
}

const areaButton = only('button link')
const menu = only('menu')
const captioned = only('doc-example none presentation')

/** Elements whose allowed roles depend on attributes or content. */
const byAttributes: ReadonlyMap<string, (element: Element, document: PageDocument) => Allowed> = new Map(
  Object.entries<(element: Element, document: PageDocument) => Allowed>({
    a: ({ attribs }) => (attribs.href === undefined ? 'any' : link),
    area: ({ attribs }) => (attribs.href === undefined ? areaButton : none),
    figure: (figure) => (hasCaption(figure) ? captioned : 'any'),
    img: allowedOnImage,
    input: allowedOnInput,
    select: ({ attribs }) => (attribs.multiple === undefined && !(Number(attribs.size) > 1) ? menu : none),
    summary: (summary) => (opensDetails(summary) ? none : 'any'),
  }),
)

function allowedOnImage(image: Element, document: PageDocument): Allowed {
  const isNamed = (image.attribs.alt ?? '') !== '' || isNamedByAuthor(document, image)
  return isNamed ? namedImage : decoration
}

function allowedOnInput(input: Element): Allowed {
  if (input.attribs.list !== undefined) return none
  const type = inputType(input)
  if (type === 'checkbox' && input.attribs['aria-pressed'] !== undefined)
    return only('button menuitemcheckbox option switch')
  return inputs.get(type) ?? none
}

function hasCaption(figure: Element): boolean {
  return childElements(figure).some(({ name }) => name === 'figcaption')
}

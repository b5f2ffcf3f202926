/** Implicit roles that depend on the element's name only (HTML Accessibility API Mappings 1.0, section 3.5). */
export const plainRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'article',
    blockquote: 'blockquote',
    body: 'document',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hr: 'separator',
    ins: 'insertion',
    li: 'listitem',
    main: 'main',
    mark: 'mark',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    strong: 'strong',
    sub: 'subscript',
    summary: 'button',
    sup: 'superscript',
    table: 'table',
    tbody: 'rowgroup',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    time: 'time',
    tr: 'row',
    ul: 'list',
  }),
)

/** Implicit roles of `input` elements by their `type`; those of text fields depend on the `list`. */
export const inputRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    button: 'button',
    checkbox: 'checkbox',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    submit: 'button',
  }),
)

/** The roles that elements may imply by their attributes or position, beside those of `plainRoles`. */
const contextualRoles = Object.entries({
  a: ['link'],
  area: ['link'],
  aside: ['complementary'],
  footer: ['contentinfo'],
  form: ['form'],
  header: ['banner'],
  img: ['img'],
  input: [...inputRoles.values(), 'combobox', 'searchbox', 'textbox'],
  section: ['region'],
  select: ['combobox', 'listbox'],
  td: ['cell', 'gridcell'],
  th: ['columnheader', 'rowheader'],
}).flatMap(([name, roles]) => roles.map((role) => ({ name, role })))

const namesByRole: ReadonlyMap<string, readonly string[]> = new Map(
  Map.groupBy(
    [...[...plainRoles].map(([name, role]) => ({ name, role })), ...contextualRoles],
    ({ role }) => role,
  )
    .entries()
    .map(([role, found]) => [role, [...new Set(found.map(({ name }) => name))]]),
)

/** The names of the HTML elements that may have the role without a `role` attribute. Not for presentational roles. */
export function namesImplying(role: string): readonly string[] {
  return namesByRole.get(role) ?? []
}

/** Implicit roles of text and of its parts, which lists, tables and widgets may have around their items. */
export const textualRoles: ReadonlySet<string> = new Set(
  'blockquote caption code deletion emphasis insertion mark paragraph strong subscript superscript time'.split(
    ' ',
  ),
)

import { type ARIARole, roles } from 'aria-query'

/**
 * Roles missing from aria-query's edition of WAI-ARIA 1.2: those of the draft of 1.3, and `text`, which has a rule
 * of its own.
 */
const newerRoles = ['comment', 'image', 'sectionfooter', 'sectionheader', 'suggestion', 'text']
const knownRoles = new Set<string>(newerRoles)
for (const [name, definition] of roles.entries()) if (definition.abstract !== true) knownRoles.add(name)

/** Whether authors may use the role (WAI-ARIA 1.2, 5.4). Abstract roles are not for authors (5.3.1). */
export function isRole(name: string): boolean {
  return knownRoles.has(name)
}

/** Deprecated roles (WAI-ARIA 1.2, 5.4; DPUB-ARIA 1.1). */
const deprecated = new Set(['directory', 'doc-biblioentry', 'doc-endnote'])
/** Whether the role is deprecated. */
export function isDeprecatedRole(name: string): boolean {
  return deprecated.has(name)
}

/** Roles of widgets, which keyboard and speech users operate (WAI-ARIA 1.2, 5.3.3). */
const widgets = new Set(
  `button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option progressbar radio scrollbar
   searchbox slider spinbutton switch tab textbox treeitem`.split(/\s+/),
)
/** Whether the role is that of a widget. */
export function isWidgetRole(name: string | null): boolean {
  return name !== null && widgets.has(name)
}

/**
 * The roles that are `children presentational`: assistive technology shows none of the content (WAI-ARIA 1.2, 5.2.8).
 */
export const rolesHidingContent: readonly string[] = [
  'image',
  ...roles
    .entries()
    .flatMap(([name, { childrenPresentational }]) => (childrenPresentational === true ? [name] : [])),
]

/**
 * Global states and properties (WAI-ARIA 1.2, 6.5), with those of 1.1, which are deprecated but in use, and the
 * actions and braille properties of the draft of 1.3.
 */
export const globalAttributes: ReadonlySet<string> = new Set(
  `aria-actions aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description
   aria-details aria-disabled aria-dropeffect aria-errormessage aria-flowto aria-grabbed aria-haspopup aria-hidden aria-invalid
   aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription`.split(
    /\s+/,
  ),
)

/**
 * Support in browsers beyond aria-query's tables: `aria-expanded` was global until WAI-ARIA 1.1 and still is in
 * practice; a combobox may have an orientation; radio and slider may be required; grids may have a level.
 */
const alsoSupported: Readonly<Record<string, ReadonlySet<string>>> = {
  combobox: new Set(['aria-orientation']),
  grid: new Set(['aria-level']),
  radio: new Set(['aria-required']),
  slider: new Set(['aria-required']),
  treegrid: new Set(['aria-level']),
}
/** Roles of WAI-ARIA 1.2 that never supported `aria-expanded`. */
const unexpandable = new Set(
  `blockquote caption code comment deletion emphasis generic insertion mark meter none option paragraph presentation radio rowgroup
   scrollbar searchbox separator slider spinbutton strong subscript suggestion superscript text textbox time`.split(
    /\s+/,
  ),
)

/** Whether elements with that role (null = none) support an ARIA attribute (WAI-ARIA 1.2, 5.4). */
export function takesAttribute(role: string | null, attribute: string): boolean {
  if (globalAttributes.has(attribute)) return true
  if (role === null) return false
  if (attribute === 'aria-expanded' && !unexpandable.has(role)) return true
  if (alsoSupported[role]?.has(attribute)) return true
  if (role === 'comment') return ['aria-level', 'aria-posinset', 'aria-setsize'].includes(attribute)
  const definition = roles.get(role as ARIARole)
  return definition !== undefined && attribute in definition.props
}

/** Roles that must not be named (WAI-ARIA 1.2, 5.2.8.6). */
const unnameable = new Set(
  `caption code deletion emphasis generic insertion mark none paragraph presentation strong subscript suggestion superscript`.split(
    /\s+/,
  ),
)
/** Whether elements with the role must not be named. */
export function prohibitsName(role: string): boolean {
  return unnameable.has(role)
}

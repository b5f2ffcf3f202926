import type { Counterpart } from '../names.ts'

/** A rule of the W3C's ACT Rules Community, and the rules here that check the same. */
export interface ActRule {
  readonly name: string
  readonly ours: readonly string[]
}

/** ACT rules by their identifiers. */
export const actRules: Readonly<Record<string, ActRule>> = {
  '2779a5': { name: 'HTML page has non-empty title', ours: ['title-missing'] },
  b5c3f8: { name: 'HTML page has lang attribute', ours: ['html-has-lang'] },
  bf051a: { name: 'HTML page lang attribute has valid language tag', ours: ['html-lang-valid'] },
  '5b7ae0': { name: 'HTML page lang and xml:lang attributes match', ours: ['html-xml-lang-mismatch'] },
  de46e4: { name: 'Element with lang attribute has valid language tag', ours: ['valid-lang'] },
  bc659a: { name: 'Meta element has no refresh delay', ours: ['meta-refresh'] },
  b4f0c3: { name: 'Meta viewport allows for zoom', ours: ['meta-viewport'] },
  '23a2a8': { name: 'Image has non-empty accessible name', ours: ['image-alt', 'role-img-alt'] },
  '59796f': { name: 'Image button has non-empty accessible name', ours: ['input-image-alt'] },
  '7d6734': { name: 'SVG element with explicit role has non-empty accessible name', ours: ['svg-img-alt'] },
  '8fc3b6': {
    name: 'Object element rendering non-text content has non-empty accessible name',
    ours: ['object-alt'],
  },
  c487ae: {
    name: 'Link has non-empty accessible name',
    ours: ['link-name', 'area-alt', 'aria-command-name'],
  },
  b20e66: {
    name: 'Links with identical accessible names have equivalent purpose',
    ours: ['identical-links-same-purpose'],
  },
  '97a4e1': {
    name: 'Button has non-empty accessible name',
    ours: ['button-name', 'input-button-name', 'summary-name', 'aria-command-name'],
  },
  m6b1q3: { name: 'Menuitem has non-empty accessible name', ours: ['aria-command-name', 'button-name'] },
  e086e5: {
    name: 'Form field has non-empty accessible name',
    ours: ['label', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name'],
  },
  '73f2c2': { name: 'Autocomplete attribute has valid value', ours: ['autocomplete-valid'] },
  cae760: { name: 'Iframe element has non-empty accessible name', ours: ['frame-title'] },
  ffd0e9: { name: 'Heading has non-empty accessible name', ours: ['empty-heading'] },
  a25f45: {
    name: 'Headers attribute specified on a cell refers to cells in the same table element',
    ours: ['td-headers-attr'],
  },
  d0f69e: { name: 'Table header cell has assigned cells', ours: ['th-has-data-cells'] },
  '5f99a7': { name: 'aria-* attribute is defined in WAI-ARIA', ours: ['aria-valid-attr'] },
  '6a7281': { name: 'ARIA state or property has valid value', ours: ['aria-valid-attr-value'] },
  '5c01ea': {
    name: 'ARIA state or property is permitted',
    ours: ['aria-allowed-attr', 'aria-prohibited-attr', 'aria-conditional-attr'],
  },
  '4e8ab6': {
    name: 'Element with role attribute has required states and properties',
    ours: ['aria-required-attr'],
  },
  bc4a75: { name: 'ARIA required owned elements', ours: ['aria-required-children'] },
  ff89c9: { name: 'ARIA required context role', ours: ['aria-required-parent'] },
  '674b10': { name: 'Role attribute has valid value', ours: ['aria-roles'] },
  '6cfa84': {
    name: 'Element with aria-hidden has no content in sequential focus navigation',
    ours: ['aria-hidden-focus'],
  },
  '307n5z': {
    name: 'Element with presentational children has no focusable content',
    ours: ['nested-interactive'],
  },
  '46ca7f': { name: 'Element marked as decorative is not exposed', ours: ['presentation-role-conflict'] },
  cf77f2: { name: 'Bypass blocks of repeated content', ours: ['bypass'] },
  '80f0bf': {
    name: 'Audio or video element avoids automatically playing audio',
    ours: ['no-autoplay-audio'],
  },
  eac66b: { name: 'Video element auditory content has accessible alternative', ours: ['video-caption'] },
}

const DRAWN: Counterpart = {
  because: 'needs colours, sizes or positions: an audit reads a page, and does not draw it',
}
const PART_OF_BYPASS: Counterpart = { because: 'a part of cf77f2, which bypass checks as a whole' }
const PERSON: Counterpart = {
  because: 'asks what a medium says, or what a frame shows: an audit does not load them',
}

/** ACT rules that axe names and none of ours checks. */
export const actCounterparts: Readonly<Record<string, Counterpart>> = {
  ...actRules,
  '047fe0': PART_OF_BYPASS,
  b40fd1: PART_OF_BYPASS,
  '3e12e1': PART_OF_BYPASS,
  ye5d6e: PART_OF_BYPASS,
  '24afc2': DRAWN,
  '9e45ec': DRAWN,
  '78fd32': DRAWN,
  '09o5cg': DRAWN,
  afw4f7: DRAWN,
  b33eff: DRAWN,
  '0ssw9k': DRAWN,
  '2ee8b8': DRAWN,
  akn7bn: PERSON,
  '4b1c6c': PERSON,
  '2eb176': PERSON,
  afb423: PERSON,
  '3ea0c8': {
    because:
      'deprecated: a double identifier is no fault since WCAG 2.2; duplicate-id-aria checks those that ARIA refers to',
  },
  bisz58: { because: 'of level AAA; meta-refresh has the exceptions of level A' },
}

import type { Counterpart } from '../names.ts'

const DRAWN: Counterpart = {
  because: 'needs colours, sizes or positions: an audit reads a page, and does not draw it',
}
const PRACTICE: Counterpart = {
  because: 'a practice that axe recommends and WCAG does not ask for; there is no such rule',
}
const EXPERIMENTAL: Counterpart = { because: 'an experiment of axe, off by default' }
const DEPRECATED: Counterpart = { because: 'deprecated in axe' }
const OPEN: Counterpart = { because: 'there is no such rule yet' }

/** Axe's rules that have no rule of the same name here. */
export const axeCounterparts: Readonly<Record<string, Counterpart>> = {
  'document-title': { ours: ['title-missing'] },
  'page-has-heading-one': { ours: ['h1-missing'] },
  'avoid-inline-spacing': DRAWN,
  'color-contrast': DRAWN,
  'color-contrast-enhanced': DRAWN,
  'css-orientation-lock': EXPERIMENTAL,
  'label-content-name-mismatch': DRAWN,
  'link-in-text-block': DRAWN,
  'scrollable-region-focusable': DRAWN,
  'target-size': DRAWN,
  'focus-order-semantics': EXPERIMENTAL,
  'hidden-content': EXPERIMENTAL,
  'p-as-heading': EXPERIMENTAL,
  'table-fake-caption': EXPERIMENTAL,
  'td-has-header': EXPERIMENTAL,
  'aria-roledescription': DEPRECATED,
  'audio-caption': DEPRECATED,
  'duplicate-id': DEPRECATED,
  'duplicate-id-active': DEPRECATED,
  'landmark-complementary-is-top-level': DEPRECATED,
  'aria-dialog-name': PRACTICE,
  'frame-tested': { because: 'says whether axe itself ran in a frame' },
  'landmark-banner-is-top-level': PRACTICE,
  'landmark-contentinfo-is-top-level': PRACTICE,
  'landmark-main-is-top-level': PRACTICE,
  'landmark-no-duplicate-banner': PRACTICE,
  'landmark-no-duplicate-contentinfo': PRACTICE,
  'landmark-unique': PRACTICE,
  region: PRACTICE,
  'aria-tab-name': OPEN,
  'frame-focusable-content': { because: 'needs the documents of frames, which an audit does not load' },
  'meta-refresh-no-exceptions': { because: 'of level AAA; meta-refresh has the exceptions of level A' },
}

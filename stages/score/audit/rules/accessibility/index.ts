import type { Rule } from '../../engine/rule.ts'
import { ariaRules } from './aria/index.ts'
import { ariaNamesRules } from './aria-names/index.ts'
import { disclosureRules } from './disclosure/index.ts'
import { formsRules } from './forms/index.ts'
import { framesRules } from './frames/index.ts'
import { headingsRules } from './headings/index.ts'
import { imagesRules } from './images/index.ts'
import { keyboardRules } from './keyboard/index.ts'
import { landmarksRules } from './landmarks/index.ts'
import { languageRules } from './language/index.ts'
import { linksRules } from './links/index.ts'
import { listsRules } from './lists/index.ts'
import { mediaRules } from './media/index.ts'
import { metaRules } from './meta/index.ts'
import { obsoleteRules } from './obsolete/index.ts'
import { tablesRules } from './tables/index.ts'

/** Rules about people who read the page by other means than a screen and a mouse, in the order of the catalogue. */
export const accessibilityRules: readonly Rule[] = [
  ...imagesRules,
  ...linksRules,
  ...languageRules,
  ...metaRules,
  ...mediaRules,
  ...keyboardRules,
  ...landmarksRules,
  ...obsoleteRules,
  ...ariaNamesRules,
  ...formsRules,
  ...framesRules,
  ...headingsRules,
  ...listsRules,
  ...tablesRules,
  ...ariaRules,
  ...disclosureRules,
]

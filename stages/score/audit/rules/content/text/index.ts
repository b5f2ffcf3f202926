import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { contentHiddenText } from './content-hidden-text.ts'
import { contentMojibake } from './content-mojibake.ts'
import { contentPlaceholder } from './content-placeholder.ts'
import { contentRepeatedBlock } from './content-repeated-block.ts'
import { contentStuffing } from './content-stuffing.ts'
import { contentThin } from './content-thin.ts'
import { noSubheadings } from './no-subheadings.ts'
import { paragraphLong } from './paragraph-long.ts'
import { readabilityHard } from './readability-hard.ts'
import { sentenceLong } from './sentence-long.ts'

/** Rules about the text of the page, in the order of the catalogue. */
export const textRules: readonly Rule[] = [
  contentThin,
  contentPlaceholder,
  contentMojibake,
  contentHiddenText,
  contentStuffing,
  contentRepeatedBlock,
  readabilityHard,
  paragraphLong,
  sentenceLong,
  noSubheadings,
]

import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { imageAltFilename } from './image-alt-filename.ts'
import { imageAltLong } from './image-alt-long.ts'
import { imageBroken } from './image-broken.ts'
import { imageHeavy } from './image-heavy.ts'
import { imageLegacyFormat } from './image-legacy-format.ts'
import { imageNoSrcFallback } from './image-no-src-fallback.ts'
import { imageWrongType } from './image-wrong-type.ts'
import { pictureNoImg } from './picture-no-img.ts'
import { srcsetInvalid } from './srcset-invalid.ts'

/** Rules about images, in the order of the catalogue. */
export const imagesRules: readonly Rule[] = [
  imageBroken,
  imageWrongType,
  imageHeavy,
  imageAltFilename,
  imageAltLong,
  imageNoSrcFallback,
  pictureNoImg,
  srcsetInvalid,
  imageLegacyFormat,
]

import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { areaAlt } from './area-alt.ts'
import { imageAlt } from './image-alt.ts'
import { imageRedundantAlt } from './image-redundant-alt.ts'
import { inputImageAlt } from './input-image-alt.ts'
import { objectAlt } from './object-alt.ts'
import { roleImgAlt } from './role-img-alt.ts'
import { svgImgAlt } from './svg-img-alt.ts'

/** Rules about text alternatives of images, in the order of the catalogue. */
export const imagesRules: readonly Rule[] = [
  imageAlt,
  inputImageAlt,
  areaAlt,
  roleImgAlt,
  svgImgAlt,
  objectAlt,
  imageRedundantAlt,
]

import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { templateArtifact } from './template-artifact.ts'

/** Rules about what a template left in the metadata, in the order of the catalogue. */
export const templateRules: readonly Rule[] = [templateArtifact]

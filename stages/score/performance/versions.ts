/** Semantic versions (decisions section 7). */
export const SCHEMA_VERSION = '1.0.0'
/** Raised with any change of a curve, a weight, a threshold or a tip's verdict. */
export const RULE_VERSION = '1.0.0'
/** Name and version of what measured; raised when the way of measuring changes. */
export const COLLECTOR = 'pageprobe-lab@1.0.0'

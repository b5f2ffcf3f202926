/** Of the response structure: within a major version fields are only added (decisions section 7). */
export const SCHEMA_VERSION = '1.0.0'
/** Raised by any change of a verdict, of points or of a formula. */
export const RULE_VERSION = '1.0.0'

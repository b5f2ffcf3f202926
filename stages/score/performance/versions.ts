/** Semantic version of the result (`infra/docs/clients.md#versions`). */
export const SCHEMA_VERSION = '1.0.0'
/** Raised with every change of a curve, a weight, a threshold or the condition of a tip. */
export const RULE_VERSION = '1.1.0'
/** Name and version of the collector; raised when the way of measuring changes. */
export const COLLECTOR = 'pageprobe-lab@1.2.0'

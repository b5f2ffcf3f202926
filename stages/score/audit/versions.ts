/**
 * Version of the response structure: within a major version fields are only added
 * (`infra/docs/clients.md#versions`).
 */
export const SCHEMA_VERSION = '1.0.0'
/** Raised with every change of a verdict, of points or of a formula. */
export const RULE_VERSION = '1.2.0'

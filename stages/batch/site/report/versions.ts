/** Version of the structure of the report: within a major version fields are only added. */
export const SITE_SCHEMA_VERSION = '1.0.0'
/** Raised with every change of a finding, of points or of a formula. */
export const SITE_RULE_VERSION = '1.1.0'

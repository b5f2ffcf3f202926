import { z } from 'zod'
import { numberBetween, oneOf, targetUrl, trueOrFalse } from '#shared/operations/fields.ts'

/** Parameters of the operation `performance`, with defaults: infra/docs/clients.md#performance-parameters. */
export const performanceParameters = z.strictObject({
  url: targetUrl,
  device: oneOf(['mobile', 'tablet', 'desktop']).default('desktop'),
  waitUntil: oneOf(['load', 'domcontentloaded', 'networkidle0', 'networkidle2']).default('networkidle2'),
  timeout: numberBetween(1000, 60_000).default(30_000),
  // No default is filled in: parameters and events without it stay as they are.
  details: trueOrFalse.optional().meta({ default: false }),
})
export type PerformanceParameters = z.infer<typeof performanceParameters>

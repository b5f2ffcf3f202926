/** The devices that are compared. */
export type LabDevice = 'desktop' | 'mobile'

/** What one run of a lab gave: milliseconds, CLS without a unit. */
export interface LabRun {
  readonly fcp: number
  readonly lcp: number
  readonly cls: number
  readonly wallMs: number
}

import type { BatchForm, Problems } from './batch-request.ts'

/** What each part of the form gets. */
export interface FormProps {
  readonly form: BatchForm
  readonly problems: Problems
  change(changes: Partial<BatchForm>): void
}

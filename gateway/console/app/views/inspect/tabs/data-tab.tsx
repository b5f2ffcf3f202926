import { StructuredDataPart } from '../results/audit/page/structured-data.tsx'
import type { Results } from '../results/results.ts'

/** The structured data of the page, and what is wrong with it. */
export function DataTab({ audit }: Results) {
  return <>{audit?.structured_data && <StructuredDataPart data={audit.structured_data} />}</>
}

import { HttpPart } from '../results/audit/page/http.tsx'
import { Delivery } from '../results/metadata/metadata-facts.tsx'
import type { Results } from '../results/results.ts'

/** The response of the page: its status, headers and redirects. */
export function HttpTab({ metadata, audit }: Results) {
  return (
    <div class="columns">
      {audit?.http && <HttpPart http={audit.http} />}
      {metadata !== null && <Delivery result={metadata} />}
    </div>
  )
}

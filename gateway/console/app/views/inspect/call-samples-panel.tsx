import { curlSample, scriptSample } from '../../api/call-samples.ts'
import { BASE } from '../../api/client.ts'
import type { ApiRequest } from '../../api/inspection-request.ts'
import { TextBox } from '../../ui/text-box.tsx'

/** The same call for other programs. */
export function CallSamples({ request, isFresh }: { request: ApiRequest; isFresh: boolean }) {
  return (
    <details class="panel" open>
      <summary>Call it from code</summary>
      <div class="columns">
        <div class="stack">
          <h2>curl</h2>
          <TextBox label="curl" text={curlSample(BASE, request, isFresh)} />
        </div>
        <div class="stack">
          <h2>JavaScript</h2>
          <TextBox label="JavaScript" text={scriptSample(BASE, request, isFresh)} />
        </div>
      </div>
    </details>
  )
}

import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import type { Partly } from '../../partial.ts'
import { ContextPart, DiagnosticsPart, TechnologiesPart } from './conditions.tsx'
import { ContentPart, MetricsPart } from './content.tsx'
import { HttpPart } from './http.tsx'
import { LanguagesPart } from './languages.tsx'
import { MediaPart } from './media.tsx'
import { StructuredDataPart } from './structured-data.tsx'
import { VitalsEstimate } from './web-vitals.tsx'

/** What the audit found out about the page. A group that is absent leaves its part out. */
export function PageParts({ audit }: { audit: Partly<SeoAuditResult> }) {
  return (
    <>
      <div class="columns">
        <div class="stack">
          {audit.metrics && <MetricsPart metrics={audit.metrics} />}
          {audit.http && <HttpPart http={audit.http} />}
          {audit.context && <ContextPart context={audit.context} />}
        </div>
        <div class="stack">
          {audit.web_vitals && <VitalsEstimate vitals={audit.web_vitals} />}
          {audit.content && <ContentPart content={audit.content} />}
        </div>
      </div>
      {audit.structured_data && <StructuredDataPart data={audit.structured_data} />}
      {audit.i18n && <LanguagesPart i18n={audit.i18n} />}
      {audit.media && <MediaPart media={audit.media} />}
      {audit.technologies && <TechnologiesPart technologies={audit.technologies} />}
      {audit.diagnostics && <DiagnosticsPart diagnostics={audit.diagnostics} />}
    </>
  )
}
